import type { Context } from 'hono'

/**
 * The network that a request comes from: an IPv4 address, or the /64 of an IPv6 address, since one caller has at least that many.
 *
 * Every proxy appends the address of its own client to X-Forwarded-For, and the caller can forge any entry before those.
 * So entries count from the right, and the connection itself counts when they do not reach.
 *
 * @param trustedProxies how many proxies are in front of the function
 */
export function clientNetwork(c: Context, trustedProxies: number): string {
  // Several headers of this name arrive as one, in their order.
  const entries = (c.req.header('x-forwarded-for') ?? '').split(',').filter((entry) => entry.trim() !== '')
  const connection: string | undefined = c.env?.remoteAddr?.hostname
  const forwarded = trustedProxies === 0 ? connection : entries.at(-trustedProxies)
  return networkOf(forwarded) ?? networkOf(connection) ?? 'unknown'
}

/** The network of an address, which may come with a port; undefined for anything else. */
function networkOf(text = ''): string | undefined {
  const [, ipv4 = '', bracketed, bare] =
    /^\s*(?:([0-9.]{7,15})(?::[0-9]{1,5})?|\[([0-9a-f:.]{2,45})\](?::[0-9]{1,5})?|([0-9a-f:.]{2,45}))\s*$/i.exec(
      text,
    ) ?? []
  if (isIpv4(ipv4)) return ipv4
  const groups = ipv6Groups(bracketed ?? bare ?? '')
  if (!groups) return undefined
  // An IPv4 address as a socket for both versions has it: ::ffff:192.0.2.1.
  if (/^(0,){5}ffff,/.test(groups.join())) return ipv4Of(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

function isIpv4(text: string): boolean {
  return /^(([1-9]?|1[0-9]|2[0-4])[0-9]|25[0-5])(\.(([1-9]?|1[0-9]|2[0-4])[0-9]|25[0-5])){3}$/.test(text)
}

function ipv4Of(groups: string[]): string {
  return groups.flatMap((group) => [Number(`0x${group}`) >> 8, Number(`0x${group}`) & 255]).join('.')
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros. */
function ipv6Groups(text: string): string[] | undefined {
  const address = `http://[${text}]`
  if (!URL.canParse(address)) return undefined
  const [head = [], tail = []] = new URL(address).hostname
    .slice(1, -1)
    .split('::')
    .map((groups) => groups.split(':').filter(Boolean))
  return [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail]
}
