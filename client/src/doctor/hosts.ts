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

/**
 * Tunnels to the machine of one person, private networks, names that resolve to an address that they contain, and hosts of projects and
 * customers, which have labels that are random or name a company.
 */
const PROJECT_HOSTS = new Set(
  // Tunnels and addresses
  (
    'ngrok.io ngrok.app ngrok.dev ngrok-free.app ngrok-free.dev trycloudflare.com cfargotunnel.com loca.lt devtunnels.ms app.github.dev ts.net ' +
    'nip.io sslip.io xip.io localtest.me lvh.me localhost.run lhr.life serveo.net pinggy.link pinggy.io bore.pub zrok.io ' +
    'ply.gg duckdns.org ddns.net no-ip.org dyndns.org synology.me gradio.live tailscale.net hopto.org zapto.org mooo.com myqnapcloud.com ' +
    'dedyn.io traefik.me ngrok.pro localto.net pagekite.me ' +
    // Projects
    'supabase.co supabase.in supabase.net amazonaws.com amazonaws.com.cn on.aws awsapprunner.com amplifyapp.com elasticbeanstalk.com ' +
    'cloudfront.net run.app cloudfunctions.net appspot.com web.app firebaseapp.com hosted.app fly.dev workers.dev pages.dev vercel.app now.sh ' +
    'netlify.app onrender.com railway.app herokuapp.com azurewebsites.net azurecontainerapps.io azurecontainer.io azurefd.net azure-api.net ' +
    'azurestaticapps.net azureedge.net cloudapp.net cloudapp.azure.com windows.net azuredatabricks.net ondigitalocean.app deno.dev deno.net ' +
    'modal.run hf.space replit.app replit.dev repl.co glitch.me koyeb.app northflank.app code.run zeabur.app lovable.app lovableproject.com ' +
    'streamlit.app bolt.host v0.app csb.app gitpod.io webcontainer.io convex.site convex.cloud zuplo.app val.run surge.sh pythonanywhere.com ' +
    'leapcell.dev platformsh.site scalingo.io cleverapps.io scw.cloud hstgr.cloud sevalla.app kinsta.app easypanel.host fastmcp.app alpic.live ' +
    'e2b.app runpod.net upsun.app edgeone.app trafficmanager.net aliyuncs.com github.io gitlab.io ' +
    // Customers
    'snowflakecomputing.com cloud.databricks.com my.salesforce.com force.com atlassian.net sharepoint.com zendesk.com myshopify.com n8n.cloud ' +
    'pipedream.net service-now.com okta.com auth0.com dynamics.com'
  ).split(' '),
)

/** What the providers of public servers put in front of their domains; any other label can name a person, a company or a machine. */
const GENERIC_LABELS = new Set(
  'ai api app apps developer developers docs gateway learn mcp mcp-server platform remote server sse www'.split(
    ' ',
  ),
)

/** Words of hosts that only their owners are to reach. */
const PRIVATE_WORDS =
  /(^|-)(corp|corporate|dev|development|internal|int|intra|intranet|lan|local|localhost|preprod|preview|private|qa|sandbox|stage|staging|test|uat|vpn)(-|$)/

/** `co.uk`, `com.au` and the like, below which domains are registered. */
const SECOND_LEVEL = /^(ac|co|com|edu|go|gob|gov|ne|net|or|org)\.[a-z]{2}$/

/** Whether a host is a registered domain, or below one by generic labels only. */
export function isGenericHost(host: string): boolean {
  const name = host.toLowerCase()
  const labels = name.split('.')
  const suffix = SECOND_LEVEL.test(labels.slice(-2).join('.')) ? 2 : 1
  const own = labels.slice(0, -suffix)
  const isPlain = own.every((label) => !PRIVATE_WORDS.test(label))
  return (
    own.length > 0 &&
    isPlain &&
    own.slice(0, -1).every((label) => GENERIC_LABELS.has(label) || /^v\d{1,2}$/.test(label))
  )
}

/** Whether a host is a public name. Addresses are not: they name somebody's machine, and not a skill. */
export function isPublicName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return (
    !isIP(name.replace(/^\[|\]$/g, '')) &&
    !isPrivateHost(name) &&
    !isProjectHost(name) &&
    /^([a-z0-9-]+\.)+[a-z0-9-]+$/.test(name)
  )
}

/** Whether a host is one of a project host, or below it. */
function isProjectHost(name: string): boolean {
  const labels = name.split('.')
  return labels.some((_, index) => PROJECT_HOSTS.has(labels.slice(index).join('.')))
}

/** Tunnels and deployments of one person have random labels, which can be as secret as a key. */
export function hasPlainLabels(host: string): boolean {
  return host.split('.').every((label) => label.length <= 30 && (label.match(/\d/g)?.length ?? 0) < 4)
}
