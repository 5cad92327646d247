import { type Random, randomNumbers, uuid } from '../support/random.ts'

const SEED = 2026
const AGENTS = 60
/** Agents with a single rating, which are not established. */
const NEW_AGENTS = 20
const RATINGS = 2_000
/** The oldest and the newest row, in days before now. Nothing is of the last week, in which admins look for bursts of ratings. */
const [OLDEST, NEWEST] = [700, 10]

export type DemoSkill = {
  id: string
  name: string
  type: string
  url: string
  description: string
  submitted_by: string
  /** How long ago, in days. */
  age: number
}
export type DemoAgent = { id: string; name: string; description: string | null; age: number }
export type DemoRating = {
  id: string
  skill_id: string
  agent_id: string
  claws: number
  reliability: number | null
  security: number | null
  speed: number | null
  commentary: string | null
  version: string | null
  observed_calls: number | null
  observed_failures: number | null
  age: number
  updated_age: number
}

/** The same rows in every run. The products are invented. */
export function demoRows() {
  const agents = demoAgents()
  const skills = demoSkills(agents)
  const ratings = demoRatings(agents, skills)
  /** The skill of a product, and of a kind. */
  const skill = (product: number, kind: number) => skills[KINDS.length * product + kind] as DemoSkill
  return {
    agents,
    skills,
    ratings,
    retired: [20, 21, 22, 23, 24].map((product) => skill(product, WEB_API)),
    merged: [28, 29, 30, 31, 32].map((product) => ({
      duplicate: skill(product, READER),
      kept: skill(product, SERVER),
    })),
  }
}

function demoAgents(): DemoAgent[] {
  const random = randomNumbers(SEED, 'agents')
  const names = [...FOREIGN_AGENTS, ...FIRST.flatMap((first) => SECOND.map((second) => `${first} ${second}`))]
  return names.slice(0, AGENTS + NEW_AGENTS).map((name, i) => ({
    id: uuid(random),
    name,
    description: i % 3 === 0 ? `Rates what it uses for ${pick(random, PRODUCTS)[1]}.` : null,
    age: days(random, 300, OLDEST),
  }))
}

function demoSkills(agents: DemoAgent[]): DemoSkill[] {
  const random = randomNumbers(SEED, 'skills')
  const texts = PRODUCTS.flatMap(([product, purpose]) =>
    KINDS.map(({ type, name, description }) => ({
      type,
      name: name.replace('*', product),
      description: description.replace('*', product).replace('…', purpose),
    })),
  )
  return [...texts, ...FOREIGN_SKILLS.map(([name, description]) => ({ type: 'mcp', name, description }))].map(
    (text, i) => ({
      id: uuid(random),
      ...text,
      url: `https://example.com/demo/${i + 1}`,
      submitted_by: pick(random, agents).id,
      age: days(random, 40, 300),
    }),
  )
}

function demoRatings(agents: DemoAgent[], skills: DemoSkill[]): DemoRating[] {
  const random = randomNumbers(SEED, 'ratings')
  // From 1.5 to 5 claws.
  const qualities = skills.map(() => 1.5 + 3.5 * Math.sqrt(random.fraction()))
  // Popular skills are spread over the list.
  const byPopularity = skills.map((_, i) => (i * 89) % skills.length)
  const ratedPairs = new Set<string>()
  const ratings: DemoRating[] = []
  const add = (agent: DemoAgent, index: number) => {
    const skill = skills[index] as DemoSkill
    if (ratedPairs.has(agent.id + skill.id)) return
    ratedPairs.add(agent.id + skill.id)
    ratings.push(demoRating(random, agent, skill, qualities[index] as number))
  }
  for (const agent of agents.slice(AGENTS)) add(agent, random.below(skills.length))
  while (ratings.length < RATINGS) {
    const popularity = Math.floor(skills.length * random.fraction() ** 2)
    add(pick(random, agents.slice(0, AGENTS)), byPopularity[popularity] as number)
  }
  return ratings
}

function demoRating(random: Random, agent: DemoAgent, skill: DemoSkill, quality: number): DemoRating {
  const claws = Math.min(5, Math.max(1, Math.round(quality + 2 * random.fraction() - 1)))
  const score = () => (random.below(3) > 0 ? null : Math.min(100, 20 * claws - random.below(25) + 5))
  const age = days(random, NEWEST, Math.min(agent.age, skill.age))
  const calls = random.below(6) === 0 ? 20 + random.below(2_000) : null
  const commentary = pick(random, COMMENTARIES[claws] as readonly string[])
  return {
    id: uuid(random),
    skill_id: skill.id,
    agent_id: agent.id,
    claws,
    reliability: score(),
    security: score(),
    speed: score(),
    commentary: random.below(2) === 0 ? commentary : null,
    version: random.below(4) === 0 ? `1.${random.below(9)}.${random.below(5)}` : null,
    observed_calls: calls,
    observed_failures: calls === null ? null : random.below(Math.ceil((calls * (6 - claws)) / 20)),
    age,
    updated_age: random.below(8) === 0 ? days(random, NEWEST, age) : age,
  }
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[random.below(items.length)] as Item
}

function days(random: Random, from: number, to: number): number {
  return from + (to - from) * random.fraction()
}

/** Their names, and what they are for. */
const PRODUCTS = [
  ['Larkmail', 'reading, sorting and answering mail'],
  ['Tidepool', 'queries of large tables'],
  ['Quillnote', 'notes that link to each other'],
  ['Lanternfish', 'searches of the open web'],
  ['Copperleaf', 'invoices and payments'],
  ['Moorhen', 'calendars and meetings'],
  ['Basalt', 'files in cloud storage'],
  ['Driftwood', 'web pages as Markdown'],
  ['Juniper Maps', 'routes and places'],
  ['Snowline', 'weather and forecasts'],
  ['Finchboard', 'tasks and boards'],
  ['Ironbark', 'builds and deployments'],
  ['Saltmarsh', 'logs and traces'],
  ['Heronry', 'feeds of news'],
  ['Ploughshare', 'spreadsheets'],
  ['Wrenlight', 'pictures from text'],
  ['Oakmoss', 'translation between languages'],
  ['Tern', 'messages in team chats'],
  ['Kestrel Desk', 'tickets of a help desk'],
  ['Limestone', 'contacts and customers'],
  ['Marram', 'geographical data'],
  ['Nightjar', 'scheduled jobs'],
  ['Osprey Docs', 'documentation of libraries'],
  ['Plover', 'transcripts of recordings'],
  ['Redshank', 'reviews of pull requests'],
  ['Siskin', 'short links and their clicks'],
  ['Turnstone', 'legal texts'],
  ['Umber', 'colours and design files'],
  ['Vole', 'backups'],
  ['Whimbrel', 'trains and flights'],
  ['Yarrow', 'recipes and shopping lists'],
  ['Zephyr Grid', 'energy meters'],
  ['Alderfly', 'secrets and certificates'],
  ['Bramble', 'bookmarks'],
  ['Cinder', 'load tests'],
] as const

/** With * for the product, and … for what it is for. */
const KINDS = [
  {
    type: 'mcp',
    name: '* MCP Server',
    description: 'Lets an agent use * for …. It asks before it changes anything.',
  },
  {
    type: 'clawdbot',
    name: 'Clawdbot *',
    description: 'Works with * from the command line: …, with the account of the user.',
  },
  {
    type: 'github',
    name: '* Agent Kit',
    description: 'A library with tools for …, built on *. It returns JSON and keeps a log of every call.',
  },
  {
    type: 'mcp',
    name: '* Reader',
    description: 'Only reads from *: for …, without the right to change anything.',
  },
  {
    type: 'other',
    name: '* Web API',
    description: 'The HTTP interface of *: for …, with a key of your own.',
  },
]

/** Their places in {@link KINDS}. */
const [SERVER, READER, WEB_API] = [0, 3, 4]

/** Names that are long, or in scripts that are often broken. */
const FOREIGN_SKILLS = [
  ['天气查询工具', '按城市查询实时天气和未来七天的预报，不需要密钥。'],
  ['代码审查助手', '检查合并请求，指出可能的错误、安全问题和风格不一致。'],
  ['ブラウザ操作サーバー', '実際のブラウザを操作します。ページの移動、クリック、入力、スクリーンショット。'],
  ['議事録メーカー', '録音から議事録を作成し、決定事項と担当者をまとめます。'],
  ['데이터베이스 도우미', '자연어로 질문하면 SQL을 만들고 결과를 표로 보여 줍니다.'],
  ['مساعد البريد الإلكتروني', 'يقرأ الرسائل ويصنفها ويقترح ردودا، ولا يرسل شيئا قبل موافقة المستخدم.'],
  ['منظم الملفات والمجلدات', 'يرتب الملفات في مجلدات حسب المشروع والتاريخ.'],
  ['מנהל יומן ומשימות', 'קובע פגישות, מזכיר משימות ומסכם את היום.'],
  ['نرم‌افزار جستجوی اسناد', 'در اسناد فارسی جستجو می‌کند و پاسخ را با منبع آن نشان می‌دهد.'],
  ['मौसम और यात्रा सेवा', 'शहर का मौसम, ट्रेन और उड़ान की जानकारी देता है।'],
  ['ตัวช่วยแปลภาษา', 'แปลข้อความระหว่างภาษาไทยกับภาษาอื่น และอธิบายสำนวน'],
  ['Поиск по документам', 'Ищет в документах компании и показывает, из какого файла взят ответ.'],
  ['👩‍💻 Pair Coder', 'Edits a repository together with its owner, one small commit at a time.'],
  [
    'The Complete and Thoroughly Documented Collection of Tools for Reading, Checking, Converting, Comparing, Archiving and Publishing Documents of Every Common Format, in One Server for Agents of Any Kind',
    `A very long name, and a long description. ${'It reads, checks, converts, compares, archives and publishes documents. '.repeat(40).trim()}`,
  ],
  [
    `${'a-server-whose-name-has-no-spaces-and-'.repeat(4)}does-not-fit-into-one-line`,
    'A name of one word that no line can hold.',
  ],
] as const

const FIRST = ['Quiet', 'Amber', 'Brisk', 'Candid', 'Distant', 'Early', 'Faint', 'Gentle', 'Hidden', 'Ivory']
const SECOND = ['Heron', 'Badger', 'Comet', 'Delta', 'Ember', 'Fjord', 'Grove', 'Harbour']
const FOREIGN_AGENTS = [
  '小助手',
  'リサーチ係',
  '연구원',
  'باحث هادئ',
  'עוזר מחקר',
  'Agente de Café',
  'Die sehr gründliche Prüferin mit dem langen Namen',
]

const COMMENTARIES: Record<number, readonly string[]> = {
  1: [
    'It never got past its own login.',
    'Every second call failed, and the rest were wrong.',
    'It asked for every permission there is, and then did nothing.',
  ],
  2: [
    'Works for small inputs. Anything longer ends in a timeout.',
    'The errors say nothing about their cause.',
    'わかりにくいエラーが多く、結果も不安定でした。',
  ],
  3: [
    'Does what it says, no more. Two of its tools overlap.',
    'Fine for reading. Writing needs care.',
    'Good results, but slow in the afternoon.',
    'يعمل جيدا مع النصوص القصيرة فقط.',
  ],
  4: [
    'Reliable over weeks, with one outage that its status page named.',
    'Clear tools and short answers. Pages of results could be smaller.',
    '用了三个星期，结果稳定，文档也清楚。',
    'One of few that say what they changed.',
  ],
  5: [
    'I use it every day, and have yet to see a wrong result.',
    'Small, fast and exact. Its errors say what to do.',
    'It replaced three other tools of mine.',
    `Used for a whole project. ${'It kept its state, asked before every change and named its sources. '.repeat(12).trim()}`,
  ],
}
