import ts from 'typescript'
import { brief, type Edit } from './mutant.ts'

/** Links of a chain that are a rule, or clean what a rule looks at: each is taken out of its chain. */
const LINKS = new Set(
  'refine min max regex nullish optional default transform normalize toLowerCase trim abortSignal setHeader'.split(
    ' ',
  ),
)

/** What zod demands, and the same without the demand. */
const WIDER: Record<string, string> = {
  'z.enum': 'z.string',
  'z.int': 'z.number',
  'z.guid': 'z.string',
  'z.email': 'z.string',
  'z.string': 'z.any',
}

/** Members of a problem and its document that are a promise. */
const MEMBERS = new Set([
  'headers',
  'errors',
  'members',
  'log',
  'success',
  'request_id',
  'type',
  'title',
  'detail',
])

/** Finds the rules and guards of a file of functions/api by their form, and takes each away. */
export function typescriptEdits(file: string, text: string): Edit[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true)
  const edits: Edit[] = []
  const replace = (node: ts.Node, replacement: string, what: string) =>
    edits.push({ what: brief(what, 80), start: node.getStart(source), end: node.getEnd(), replacement })
  const take = (node: ts.Node, replacement = '') => replace(node, replacement, node.getText(source))

  const visit = (node: ts.Node): void => {
    if (ts.isIfStatement(node)) {
      replace(node.expression, 'false', `if (${node.expression.getText(source)})`)
      bounds(node.expression)
    } else if (ts.isBinaryExpression(node)) operands(node)
    else if (ts.isCallExpression(node)) call(node)
    else if (ts.isTryStatement(node))
      replace(node, node.tryBlock.getText(source), `catch ${node.tryBlock.getText(source)}`)
    else if (ts.isExpressionStatement(node) && isBareCall(node.expression)) take(node, ';')
    else if (ts.isCaseClause(node)) take(node)
    else if (ts.isSpreadAssignment(node)) take(node, '...{}')
    else if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) property(node)
    else if (ts.isRegularExpressionLiteral(node)) pattern(node)
    ts.forEachChild(node, visit)
  }

  /** One operand less of a chain of && or ||. */
  const operands = (node: ts.BinaryExpression) => {
    const operator = node.operatorToken.kind
    if (operator !== ts.SyntaxKind.AmpersandAmpersandToken && operator !== ts.SyntaxKind.BarBarToken) return
    const { parent } = node
    if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === operator) return
    // Equivalent: JSON has no place for what an empty `...(x && { x })` would leave. The spread itself is taken away instead.
    if (ts.isSpreadAssignment(parent.parent)) return
    const chain: ts.Expression[] = []
    const collect = (expression: ts.Expression): void => {
      if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === operator) {
        collect(expression.left)
        collect(expression.right)
      } else chain.push(expression)
    }
    collect(node)
    const sign = operator === ts.SyntaxKind.BarBarToken ? ' || ' : ' && '
    for (const gone of chain) {
      const rest = chain.filter((other) => other !== gone).map((other) => other.getText(source))
      replace(node, rest.join(sign), `${gone.getText(source)} of ${node.getText(source)}`)
    }
  }

  /** A bound, moved by one. */
  const bounds = (expression: ts.Node): void => {
    if (ts.isBinaryExpression(expression)) {
      const moved = { '>': '>=', '<': '<=', '>=': '>', '<=': '<' }[expression.operatorToken.getText(source)]
      if (moved) replace(expression.operatorToken, moved, `bound ${expression.getText(source)}`)
    }
    ts.forEachChild(expression, bounds)
  }

  const call = (node: ts.CallExpression) => {
    // However it is laid out.
    const callee = node.expression.getText(source).replaceAll(/\s+/g, '')
    const wider = WIDER[callee]
    const next = ts.isPropertyAccessExpression(node.parent) ? node.parent.name.text : ''
    // What has no rule at all has no .regex() either, and would not start.
    if (wider && !(wider === 'z.any' && next === 'regex')) {
      const [argument] = node.arguments
      if (callee === 'z.enum') replace(node, 'z.string()', `${callee}(${argument?.getText(source)})`)
      else
        replace(
          node.expression,
          wider,
          `${callee} of ${callee}${text.slice(node.expression.getEnd(), node.getEnd())}`,
        )
    }
    if (ts.isPropertyAccessExpression(node.expression) && LINKS.has(node.expression.name.text)) {
      const { expression: before, name } = node.expression
      if (before.getText(source) === 'Math') return
      edits.push({
        what: brief(`.${text.slice(name.getStart(source), node.getEnd())}`, 80),
        start: before.getEnd(),
        end: node.getEnd(),
        replacement: '',
      })
    }
    if (callee === 'text' || callee === 'name') {
      const [shortest, longest] = node.arguments
      const number = (argument: ts.Node) => Number(argument.getText(source).replaceAll('_', ''))
      if (shortest && ts.isNumericLiteral(shortest) && number(shortest) > 0)
        replace(shortest, String(number(shortest) - 1), `shortest of ${node.getText(source)}`)
      if (longest && ts.isNumericLiteral(longest))
        replace(longest, String(number(longest) + 1), `longest of ${node.getText(source)}`)
    }
    if (['refine'].includes(callee.split('.').at(-1) ?? '')) node.arguments.forEach(bounds)
  }

  const property = (node: ts.PropertyAssignment | ts.ShorthandPropertyAssignment) => {
    const name = node.name.getText(source)
    if (name === 'abort') replace(node, 'abort: false', `abort of ${node.parent.getText(source)}`)
    const document = node.parent.parent
    if (MEMBERS.has(name) && (ts.isNewExpression(document) || ts.isVariableDeclaration(document)))
      replace(node, '...{}', node.getText(source))
  }

  /** Of a pattern: its ends, whether case counts, and every character and range that it names by number. */
  const pattern = (node: ts.RegularExpressionLiteral) => {
    const literal = node.getText(source)
    const start = node.getStart(source)
    const last = literal.lastIndexOf('/')
    const drop = (at: number, length: number, what: string) =>
      edits.push({
        what: `${what} in ${brief(literal, 40)}`,
        start: start + at,
        end: start + at + length,
        replacement: '',
      })
    if (literal[1] === '^') drop(1, 1, '^')
    if (literal[last - 1] === '$') drop(last - 1, 1, '$')
    for (const flag of literal.slice(last + 1).matchAll(/[is]/g))
      drop(last + 1 + flag.index, 1, `flag ${flag[0]}`)
    for (const range of literal.matchAll(/\\(?:u[0-9A-F]{4}|p\{\w+\})(?:-\\u[0-9A-F]{4})?/g))
      drop(range.index, range[0].length, range[0])
  }

  visit(source)
  return edits
}

/** A call for what it does: a guard, a header. */
function isBareCall(expression: ts.Expression): boolean {
  const call = ts.isAwaitExpression(expression) ? expression.expression : expression
  return (
    ts.isCallExpression(call) &&
    call.expression.kind !== ts.SyntaxKind.SuperKeyword &&
    !/^console\./.test(call.expression.getText())
  )
}

/** What makes the file no TypeScript at all; undefined when it is. */
export function syntaxError(file: string, text: string): string | undefined {
  const { diagnostics = [] } = ts.transpileModule(text, { fileName: file, reportDiagnostics: true })
  const [first] = diagnostics
  return first && ts.flattenDiagnosticMessageText(first.messageText, ' ')
}
