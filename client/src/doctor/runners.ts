// The options of the programs that start servers, as their documentation lists them:
// npm exec: https://docs.npmjs.com/cli/commands/npx · pnpm dlx: https://pnpm.io/cli/dlx · yarn dlx: https://yarnpkg.com/cli/dlx
// bunx: https://bun.sh/docs/cli/bunx · uvx: https://docs.astral.sh/uv/reference/cli/ · pipx: https://pipx.pypa.io/stable/docs/
// docker run: https://docs.docker.com/reference/cli/docker/container/run/ · deno: https://docs.deno.com/runtime/reference/cli/run/
// dnx: https://learn.microsoft.com/dotnet/core/tools/dotnet-tool-exec
// Options that name a file of requirements or settings, another place to install from, or only run what is installed are left out, so that
// their commands are skipped.
import type { OptionTable } from './options.ts'

/** A runner, and its options that name a folder, a file with variables, or `NAME=value`. */
export type Table = OptionTable & { folder?: string[]; envFile?: string[]; variable?: string[] }

export const NPX: Table = {
  flags:
    '-y --yes -q --quiet -s --silent --prefer-offline --prefer-online --offline --ignore-scripts -d -dd -ddd --verbose -f --force ' +
    '--foreground-scripts --legacy-peer-deps --no-audit --no-fund --no-progress --no-color --no-update-notifier',
  values:
    '-p --package --cache --loglevel --registry --node-options --prefix -C --shell --script-shell --omit --include',
  isSeparate: true,
  folder: ['--prefix', '-C'],
}

/** Its `-p` is another option. */
export const NPM: Table = { ...NPX, values: NPX.values.replace('-p ', '') }

export const PNPM: Table = {
  flags: '-s --silent --offline --prefer-offline --ignore-scripts --use-stderr --stream --no-color',
  values: '-C --dir --reporter --loglevel --package --registry --allow-build --store-dir --cpu --os --libc',
  isSeparate: true,
  folder: ['-C', '--dir'],
}

export const YARN: Table = { flags: '-q --quiet', values: '-p --package --cwd', folder: ['--cwd'] }

export const BUNX: Table = {
  flags: '-y --yes --bun --verbose --silent',
  values: '-p --package',
  isSeparate: true,
}

/** What bun reads by itself. */
export const BUN_ENV_FILES = [
  '.env',
  '.env.local',
  '.env.development',
  '.env.development.local',
  '.env.production',
  '.env.production.local',
]

export const UVX: Table = {
  flags:
    '-q -qq --quiet -v --verbose --offline --isolated -n --no-cache --refresh -U --upgrade --native-tls --system-certs --no-config --no-env-file ' +
    '--compile-bytecode --reinstall --no-progress --lfs --managed-python --no-managed-python --no-build --no-binary --no-sources ' +
    '--no-build-isolation --no-python-downloads --preview',
  values:
    '-p --python --index --default-index -i --index-url --extra-index-url --directory --project --cache-dir --color --env-file --link-mode ' +
    '--resolution --exclude-newer --keyring-provider --index-strategy --python-platform --refresh-package --reinstall-package -P ' +
    '--upgrade-package --no-build-package --no-binary-package -C --config-setting --allow-insecure-host --python-preference ' +
    '--fork-strategy --prerelease --with -w --from',
  folder: ['--directory', '--project'],
  envFile: ['--env-file'],
}

export const PIPX: Table = {
  flags: '--no-cache --system-site-packages --fetch-missing-python -v -vv -q -qq --verbose --quiet',
  values: '--spec --python -i --index-url --with --backend',
}

/** The options of uv and pipx that choose an index. */
export const INDEX_OPTIONS = ['--index', '--default-index', '-i', '--index-url', '--extra-index-url']

export const DENO: Table = {
  flags:
    '-A --allow-all --allow-read -R --allow-write -W --allow-net -N --allow-env -E --allow-run --allow-sys -S --allow-ffi --allow-import -I ' +
    '-q --quiet --node-modules-dir --no-prompt --no-lock --cached-only --no-remote --reload -r --check --no-check --no-config ' +
    // With a value only after `=`.
    '--env-file',
  values: '--location --seed --ext -L --log-level',
  envFile: ['--env-file'],
}

export const DNX: Table = {
  flags:
    '-y --yes --prerelease --pre --allow-roll-forward --disable-parallel --ignore-failed-sources --no-http-cache --no-cache --interactive',
  values: '--version -v --verbosity -a --arch --framework --source --add-source',
}

export const DOCKER: Table = {
  flags: '-D --debug --tls --tlsverify',
  values: '-c --context -H --host -l --log-level --config --tlscacert --tlscert --tlskey',
}

export const DOCKER_RUN: Table = {
  flags:
    '-d --detach --disable-content-trust --init -i --interactive --no-healthcheck --oom-kill-disable --privileged -P --publish-all -q --quiet ' +
    '--read-only --rm --sig-proxy -t --tty --use-api-socket',
  values:
    '--add-host --annotation -a --attach --blkio-weight --blkio-weight-device --cap-add --cap-drop --cgroup-parent --cgroupns --cidfile ' +
    '--cpu-count --cpu-percent --cpu-period --cpu-quota --cpu-rt-period --cpu-rt-runtime -c --cpu-shares --cpus --cpuset-cpus --cpuset-mems ' +
    '--detach-keys --device --device-cgroup-rule --device-read-bps --device-read-iops --device-write-bps --device-write-iops --dns --dns-opt ' +
    '--dns-option --dns-search --domainname --entrypoint -e --env --env-file --expose --gpus --group-add --health-cmd --health-interval ' +
    '--health-retries --health-start-interval --health-start-period --health-timeout -h --hostname --io-maxbandwidth --io-maxiops --ip --ip6 ' +
    '--ipc --isolation --kernel-memory -l --label --label-file --link --link-local-ip --log-driver --log-opt --mac-address -m --memory ' +
    '--memory-reservation --memory-swap --memory-swappiness --mount --name --net --net-alias --network --network-alias --oom-score-adj --pid ' +
    '--pids-limit --platform -p --publish --pull --restart --runtime --security-opt --shm-size --stop-signal --stop-timeout --storage-opt ' +
    '--sysctl --tmpfs --ulimit -u --user --userns --uts -v --volume --volume-driver --volumes-from -w --workdir',
  envFile: ['--env-file'],
  variable: ['-e', '--env'],
}

/** Programs that only start another one. */
export const WRAPPERS: Record<
  string,
  Table & { subcommand?: string; needsDashes?: boolean; defaultEnvFile?: string }
> = {
  'cross-env': { flags: '', values: '' },
  env: {
    flags: '-i --ignore-environment -v --debug',
    values: '-u --unset -C --chdir -S --split-string',
    folder: ['-C', '--chdir'],
  },
  nohup: { flags: '', values: '' },
  time: { flags: '-p', values: '' },
  nice: { flags: '', values: '-n' },
  stdbuf: { flags: '', values: '-i -o -e' },
  arch: { flags: '-arm64 -x86_64', values: '-arch' },
  caffeinate: { flags: '-d -i -m -s -u', values: '-t -w' },
  corepack: { flags: '', values: '' },
  dotenv: {
    flags: '-o --override',
    values: '-e -f --file -v',
    envFile: ['-e', '-f', '--file'],
    variable: ['-v'],
    defaultEnvFile: '.env',
  },
  dotenvx: {
    flags: '-q --quiet -o --overload',
    values: '-f --env-file -e --env',
    envFile: ['-f', '--env-file'],
    variable: ['-e', '--env'],
    subcommand: 'run',
    defaultEnvFile: '.env',
  },
  op: {
    flags: '--no-masking',
    values: '--env-file --account',
    envFile: ['--env-file'],
    subcommand: 'run',
  },
  'skill-rating': { flags: '', values: '', subcommand: 'proxy', needsDashes: true },
}

/** Packages that are a runner or a wrapper. */
export const PROGRAM_PACKAGES: Record<string, string> = {
  'npm:npm': 'npm',
  'npm:npx': 'npx',
  'npm:pnpm': 'pnpm',
  'npm:bun': 'bun',
  'npm:deno': 'deno',
  'npm:cross-env': 'cross-env',
  'npm:dotenv-cli': 'dotenv',
  'npm:@dotenvx/dotenvx': 'dotenvx',
  'npm:skill-rating': 'skill-rating',
  'pypi:uv': 'uv',
}

/** Packages that start what their arguments name: a file, a project, or a server of another catalogue. */
export const STARTERS = new Set([
  ...['node', 'tsx', 'ts-node', 'nodemon', 'vite-node', 'jiti', 'yarn', 'env-cmd', 'cross-env-shell'].map(
    (name) => `npm:${name}`,
  ),
  ...['mcp', 'mcpo', 'fastmcp', 'uvicorn', 'ipython'].map((name) => `pypi:${name}`),
  'npm:@smithery/cli',
  'npm:mcp-get',
  'npm:@mcp-get/cli',
  'npm:install-mcp',
  'npm:@modelcontextprotocol/inspector',
  'npm:@pyroprompts/mcp-stdio-to-streamable-http-adapter',
])

/** Packages that connect to a remote server, which is the skill, or start another command. */
export const BRIDGES: Record<string, OptionTable & { url?: string[]; command?: string[]; runs?: true }> = {
  // https://github.com/geelen/mcp-remote
  'npm:mcp-remote': {
    flags: '--allow-http --debug --silent --enable-proxy',
    values:
      '--header --transport --host --ignore-tool --auth-timeout --static-oauth-client-metadata --static-oauth-client-info --resource',
  },
  // https://github.com/supercorp-ai/supergateway
  'npm:supergateway': {
    flags: '--cors --stateful',
    values:
      '--stdio --sse --streamableHttp --outputTransport --port --baseUrl --ssePath --messagePath --streamableHttpPath --logLevel --header ' +
      '--oauth2Bearer --healthEndpoint --sessionTimeout --protocolVersion',
    url: ['--sse', '--streamableHttp'],
    command: ['--stdio'],
  },
  // https://github.com/punkpeye/mcp-proxy
  'npm:mcp-proxy': {
    flags: '--debug --stateless',
    values: '--port --host --server --endpoint --sseEndpoint',
    runs: true,
  },
  // https://github.com/sparfenyuk/mcp-proxy
  'pypi:mcp-proxy': {
    flags: '--debug --stateless --pass-environment',
    values: '--transport --port --host --sse-port --sse-host --allow-origin --log-level',
    runs: true,
  },
}

/** Images that only provide a runtime: the skill is what they run. */
export const BASE_IMAGES =
  /^(docker\.io\/)?(library\/)?(node|python|alpine|debian|ubuntu|bash|busybox|oven\/bun|denoland\/deno)(:|@|$)|^ghcr\.io\/astral-sh\/uv(:|@|$)|^(docker\.io\/)?astral\/uv(:|@|$)/
