import { BlockList, isIP } from 'node:net'

// Loopback, private, link-local, shared and documentation addresses (RFC 6890).
const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4')
  // IPv4 in IPv6.
  PRIVATE.addSubnet(`::ffff:${network}`, 96 + prefix, 'ipv6')
}
PRIVATE.addSubnet('::', 127, 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')
PRIVATE.addSubnet('2001:db8::', 32, 'ipv6')

/** Endings of names that are not public (RFC 6761, RFC 6762, RFC 9476, and what routers and clusters use). */
const PRIVATE_ENDINGS =
  /\.(local|localhost|internal|intranet|private|corp|home|lan|localdomain|arpa|test|invalid|onion|alt)$/

/** Whether a host of a URL is not a public one: loopback, private, of one label, `.local`, `.internal`. */
export function isPrivateHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  const version = isIP(name)
  if (version) return PRIVATE.check(name, version === 4 ? 'ipv4' : 'ipv6')
  return !name.includes('.') || PRIVATE_ENDINGS.test(name)
}

/** Tunnels to the machine of one person, private networks, and names that resolve to an address that they contain. */
const PERSONAL_ENDINGS =
  /(^|\.)(ngrok(-free)?\.(io|app|dev)|trycloudflare\.com|loca\.lt|devtunnels\.ms|app\.github\.dev|ts\.net|nip\.io|sslip\.io|localtest\.me|lvh\.me)$/

/** Whether a host is a public name. Addresses are not: they name somebody's machine, and not a skill. */
export function isPublicName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return (
    !isIP(name.replace(/^\[|\]$/g, '')) &&
    !isPrivateHost(name) &&
    !PERSONAL_ENDINGS.test(name) &&
    /^([a-z0-9-]+\.)+[a-z0-9-]+$/.test(name)
  )
}

/** Tunnels and deployments of one person have random labels, which can be as secret as a key. */
export function hasPlainLabels(host: string): boolean {
  return host.split('.').every((label) => label.length <= 30 && (label.match(/\d/g)?.length ?? 0) < 4)
}
