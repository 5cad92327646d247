import { Random, shuffled } from './random.ts'
import { WORDS } from './words.ts'

/** Words of descriptions, the most common first. */
const common = `
  server tool agent data file search model query code text context api command project user python local web task
  version integration database markdown connection document browser terminal prompt language memory json workflow
  session message result library access change support response request open source fast simple secure remote cloud
  schema table index cache token stream event issue branch commit pull review editor plugin client proxy storage
  bucket upload download image video audio speech chart graph report summary metric alert trace error debug test
  deploy build release package module function class type format parse convert extract transform filter sort merge
  split batch queue schedule trigger webhook notification email inbox thread channel chat contact invoice payment
  order product customer account profile role policy permission secret vault encrypt hash sign verify audit backup
  restore snapshot replica cluster node container image registry pipeline network domain certificate route gateway
  latency retry timeout limit quota budget cost usage export import sync offline mobile desktop windows linux mac
  typescript javascript rust golang java kotlin swift shell regex sql postgres sqlite redis kafka docker kubernetes
  terraform ansible git github gitlab slack discord notion jira linear figma obsidian spotify weather map location
  travel flight hotel recipe fitness health sleep music podcast news article book paper citation translation grammar
  spelling tone rewrite outline slide template form survey quiz lesson course score rank vector embedding retrieval
  chunk rerank classify label cluster forecast anomaly sensor device firmware printer camera light thermostat robot
  snake_case 99.9% 100% c++ node.js key-value read-only real-time end-to-end self-hosted command-line
`

const prefixes = 're pre auto multi meta inter over sub micro hyper cross trans semi poly mono'.split(' ')
const stems = `
  load bind cast draw fold grid lock mask note pack page path plan port post push rank rate ring role scan seal seed
  send shape shard shift sort spec spin stack stage stamp state step stitch store strip swap tag tail tap team tick
  tile time tint trail tree tune turn view wave weave weld wind wire work wrap yield zone blend block board bond boot
  bridge buffer bundle canvas carve chain charm clasp cloud coast comb compass copper coral craft crate crest cross
  crystal dock drift drum ember engine fabric feather fiber filter flame flint flow forge frame
`
  .trim()
  .split(/\s+/)
const suffixes = ['', 's', 'er', 'ers', 'ing', 'ed', 'able', 'ment', 'ness', 'less', 'wise']

/** The 19,000 words of the descriptions, the most common first. None contains a word that is searched for. */
const words: string[] = (() => {
  const compounds = prefixes.flatMap((prefix) =>
    stems.flatMap((stem) => suffixes.map((suffix) => `${prefix}${stem}${suffix}`)),
  )
  const order = shuffled(new Random(1, 'order of words'), compounds.length)
  const all = [...common.trim().split(/\s+/), ...Array.from(order, (i) => compounds[i] as string)]
  const { common: kept, type: _, ...searched } = WORDS
  return [...new Set(all)].filter(
    (word) =>
      !Object.values(searched).some((other) => word.includes(other)) &&
      (word === kept || !word.includes(kept)),
  )
})()

/** The word for each number of 20 bits. The n-th most common word has the frequency 1 / (n + 5): the Zipf-Mandelbrot law. */
const drawn: Uint16Array = (() => {
  const weights = words.map((_, i) => 1 / (i + 6))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const table = new Uint16Array(2 ** 20)
  let word = 0
  let reached = (weights[0] as number) / total
  for (let i = 0; i < table.length; i++) {
    while (i / table.length >= reached && word < words.length - 1) {
      word++
      reached += (weights[word] as number) / total
    }
    table[i] = word
  }
  return table
})()

/** A word of a description. */
export function word(random: Random): string {
  return words[drawn[random.bits() >>> 12] as number] as string
}

// Two characters each. No first character is also a second one, so that the pair WORDS.cjkAbsent never occurs.
const chinese = `
  数据 索引 文件 搜寻 模型 服务 工具 天气 地图 日历 邮件 消息 浏览 终端 代码 测试 部署 安全 权限 存储 网络 云端 缓存 压缩
  图像 音频 视频 语音 报告 统计 分析 监控 警告 备份 恢复 同步 导出 学习 课程 健身 音乐 新闻 购物 旅行 酒店 财务 订单 客户
`
  .trim()
  .split(/\s+/)

/** A Chinese word; the first ones are the most frequent. */
export function chineseWord(random: Random): string {
  return chinese[Math.floor(random.fraction() ** 2 * chinese.length)] as string
}

/** Words in other alphabets, with accents, in full width and with emoji. */
export const foreign = {
  accented:
    `Café Über Crème Señal Naïve Façade Grün Smörgås Łódź Škoda Zürich Jalapeño Çelebi Ångström Straße Événement
    Données Größe Búsqueda Coração Déploiement Prévision`
      .trim()
      .split(/\s+/),
  cyrillicAndGreek:
    `Сервер Поиск Данные Погода Книга Память Почта Карта Запрос Ответ Файл Модель Λόγος Δίκτυο Χάρτης
    Καιρός Μνήμη Βιβλίο Ερώτηση`
      .trim()
      .split(/\s+/),
  decorated: 'ＡＰＩ Ｔｏｏｌ Ｄａｔａ 🚀 🦀 🧭 📦 👩‍💻 🔍 ✨'.split(' '),
}

/** First and last words of names. */
export const names = {
  first:
    `Quiet Rapid Open Blue Golden Silver Iron Solar Lunar Polar Prime Nova Delta Omega Echo Atlas Apex Zen Flux
    Pixel Byte Logic Vector Signal Summit Harbor Meadow River Canyon Maple Cedar Falcon Otter Badger Heron Lynx Data
    Cloud Code Git Web Doc Mail Chat Task Note Map Test`
      .trim()
      .split(/\s+/),
  last: `Server MCP Tool Agent Skill Kit Bot Client Bridge Connector Search Explorer Manager Assistant CLI Hub Engine Studio
    Reader Writer Runner Inspector Watcher Builder`
    .trim()
    .split(/\s+/),
}

const syllables = [...'bdfghklmnprstv'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel))
const coinable = syllables.length ** 4

/** A different word for every number below 24 million; none of them is in the vocabulary. */
export function coined(number: number): string {
  // The factor and 70^4 have no common divisor, so different numbers stay different.
  let rest = (number * 7_654_321) % coinable
  let text = ''
  for (let i = 0; i < 4; i++) {
    text += syllables[rest % syllables.length]
    rest = Math.floor(rest / syllables.length)
  }
  return text
}
