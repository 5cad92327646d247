// The options of the programs that start servers, as their documentation lists them:
// npm exec: https://docs.npmjs.com/cli/commands/npx · pnpm dlx: https://pnpm.io/cli/dlx · yarn dlx: https://yarnpkg.com/cli/dlx
// bunx: https://bun.sh/docs/cli/bunx · uvx, uv run: https://docs.astral.sh/uv/reference/cli/ · pipx: https://pipx.pypa.io/stable/docs/
// docker run: https://docs.docker.com/reference/cli/docker/container/run/ · deno: https://docs.deno.com/runtime/reference/cli/run/
import { ANY_NEGATION, type OptionTable } from './options.ts'

export const NPX: OptionTable = {
  flags:
    '-y --yes --no --no-install -q --quiet -s --silent --prefer-offline --prefer-online --offline --ignore-existing --ignore-scripts ' +
    '-ws --workspaces --include-workspace-root -d -dd -ddd --verbose -f --force --always-spawn --legacy-peer-deps --foreground-scripts -g --global ' +
    ANY_NEGATION,
  values:
    '-p --package -c --call -w --workspace --cache --userconfig --globalconfig --loglevel --registry --node-options -n --node-arg ' +
    '--prefix --shell --script-shell --npm --omit --include -C',
}

export const PNPM: OptionTable = {
  flags: `-s --silent -r --recursive -w --workspace-root --offline --prefer-offline -c --shell-mode --ignore-scripts --use-stderr --stream ${ANY_NEGATION}`,
  values:
    '-C --dir --reporter --loglevel --package -F --filter --registry --allow-build --store-dir --cpu --os --libc',
}

export const YARN: OptionTable = {
  flags: '-q --quiet -s --silent --offline',
  values: '-p --package --cwd --registry',
}

export const BUNX: OptionTable = {
  flags: '-y --yes --bun -b --no-install --verbose --silent -i --prefer-offline --prefer-latest',
  values: '-p --package --cwd -c --config --env-file --registry',
}

const UV_FLAGS =
  '-q --quiet -v --verbose --offline --isolated -n --no-cache --refresh -U --upgrade --native-tls --system-certs --no-config --no-env-file ' +
  '--compile-bytecode --reinstall --no-progress --no-index --lfs --managed-python --no-managed-python --no-build ' +
  '--no-binary --no-sources --no-build-isolation --no-sync --no-project --no-dev --no-python-downloads --no-upgrade --no-verify-hashes --allow-python-downloads --preview --show-settings --force-reinstall'
const UV_VALUES =
  '-p --python --index --default-index -i --index-url --extra-index-url -f --find-links --directory --project --cache-dir --color ' +
  '--env-file --link-mode --resolution -c --constraint --constraints --overrides --override -b --build-constraints --exclude-newer ' +
  '--keyring-provider --index-strategy --python-platform --torch-backend --config-file --refresh-package --reinstall-package -P ' +
  '--upgrade-package --no-build-package --no-binary-package --no-build-isolation-package --no-sources-package --config-setting -C --config-settings-package ' +
  '--allow-insecure-host --python-preference --python-fetch --fork-strategy --prerelease --with --with-editable --with-requirements --preview-features'

export const UVX: OptionTable = { flags: UV_FLAGS, values: `${UV_VALUES} --from -w` }

export const UV: OptionTable = { flags: UV_FLAGS, values: UV_VALUES }

export const UV_RUN: OptionTable = {
  flags:
    `${UV_FLAGS} -m --module -s --script --gui-script --frozen --locked --no-sync --no-project --active --exact --no-dev --only-dev --dev ` +
    '--all-extras --all-groups --all-packages --no-default-groups --no-editable --inexact',
  values: `${UV_VALUES} --group --only-group --no-group --extra --no-extra --package -w`,
}

export const PIPX: OptionTable = {
  flags:
    '--no-cache --pypackages -v -vv -q -qq --verbose --quiet --system-site-packages --fetch-missing-python --path --no-path-check --global --editable',
  values: '--spec --python --pip-args -i --index-url --with --backend',
}

/** Variables that choose another registry or index, or a file that does. */
export const REGISTRY_VARIABLE = /registry|config|index|find_links|prefix/i

/** The options of pip, uv and pipx that choose another index. */
export const INDEX_OPTIONS = [
  '--index',
  '--default-index',
  '-i',
  '--index-url',
  '--extra-index-url',
  '-f',
  '--find-links',
  '--pip-args',
  '--no-index',
  '--config-file',
]

export const DENO: OptionTable = {
  flags:
    '-A --allow-all --allow-read -R --allow-write -W --allow-net -N --allow-env -E --allow-run --allow-sys -S --allow-ffi --allow-import -I ' +
    '-q --quiet --node-modules-dir --no-prompt --no-lock --cached-only --no-remote --no-npm --reload -r --check --unstable --no-check --watch --frozen',
  values:
    '-c --config --import-map --lock --cert --location --seed --v8-flags --env-file --ext -L --log-level',
}

export const NODE: OptionTable = {
  flags:
    '--experimental-strip-types --no-warnings --enable-source-maps --inspect --trace-warnings --experimental-modules --harmony --preserve-symlinks ' +
    `--use-system-ca --experimental-transform-types --watch --trace-deprecation ${ANY_NEGATION}`,
  values:
    '-r --require --import --loader --experimental-loader -C --conditions --env-file --env-file-if-exists --max-old-space-size --stack-size',
}

export const DOCKER: OptionTable = {
  flags: '-D --debug --tls --tlsverify',
  values: '-c --context -H --host -l --log-level --config --tlscacert --tlscert --tlskey',
}

export const DOCKER_RUN: OptionTable = {
  flags:
    '-d --detach --disable-content-trust --help --init -i --interactive --no-healthcheck --oom-kill-disable --privileged -P --publish-all -q --quiet ' +
    '--read-only --rm --sig-proxy -t --tty --use-api-socket --replace --systemd --tls-verify',
  values:
    '--add-host --annotation -a --attach --blkio-weight --blkio-weight-device --cap-add --cap-drop --cgroup-parent --cgroupns --cidfile ' +
    '--cpu-count --cpu-percent --cpu-period --cpu-quota --cpu-rt-period --cpu-rt-runtime -c --cpu-shares --cpus --cpuset-cpus --cpuset-mems ' +
    '--detach-keys --device --device-cgroup-rule --device-read-bps --device-read-iops --device-write-bps --device-write-iops --dns --dns-opt ' +
    '--dns-option --dns-search --domainname --entrypoint -e --env --env-file --expose --gpus --group-add --health-cmd --health-interval ' +
    '--health-retries --health-start-interval --health-start-period --health-timeout -h --hostname --io-maxbandwidth --io-maxiops --ip --ip6 ' +
    '--ipc --isolation --kernel-memory -l --label --label-file --link --link-local-ip --log-driver --log-opt --mac-address -m --memory ' +
    '--memory-reservation --memory-swap --memory-swappiness --mount --name --net --net-alias --network --network-alias --oom-score-adj --pid ' +
    '--pids-limit --platform -p --publish --pull --restart --runtime --security-opt --shm-size --stop-signal --stop-timeout --storage-opt ' +
    '--sysctl --tmpfs --ulimit -u --user --userns --uts -v --volume --volume-driver --volumes-from -w --workdir --arch --os --variant --secret --userns-mode',
}

/** Programs that only start another one. `after` says where it begins: after the options, or after `--` if there is one. */
export const WRAPPERS: Record<string, OptionTable> = {
  'cross-env': { flags: '', values: '' },
  'cross-env-shell': { flags: '', values: '' },
  env: {
    flags: '-i --ignore-environment -0 --null -v --debug',
    values: '-u --unset -C --chdir -S --split-string',
  },
  sudo: { flags: '-E -n -H -A -S -b -i -k', values: '-u -g -h -p -C' },
  nohup: { flags: '', values: '' },
  time: { flags: '-p', values: '' },
  nice: { flags: '', values: '-n' },
  stdbuf: { flags: '', values: '-i -o -e' },
  arch: { flags: '-arm64 -x86_64', values: '-arch' },
  wsl: { flags: '--cd ~', values: '-d --distribution -u --user --cd -e --exec' },
  dotenv: { flags: '-o --override -q --quiet', values: '-e -c -v -p -f' },
  'dotenv-cli': { flags: '-o --override -q --quiet', values: '-e -c -v -p -f' },
  dotenvx: { flags: '-q --quiet -o --overload --overload', values: '-f --env-file -fk --env-keys-file' },
  op: { flags: '--no-masking', values: '--env-file --account' },
  doppler: { flags: '', values: '-p --project -c --config -t --token' },
  infisical: { flags: '', values: '--env --path --token --projectId' },
  mise: { flags: '-q --quiet', values: '-C --cd -E --env' },
  fnm: { flags: '', values: '--using' },
  volta: { flags: '', values: '--node --npm --yarn' },
  corepack: { flags: '', values: '' },
  caffeinate: { flags: '-d -i -m -s -u', values: '-t -w' },
}

/** The subcommand of a wrapper that runs a program. */
export const WRAPPER_SUBCOMMANDS: Record<string, string[]> = {
  op: ['run'],
  doppler: ['run'],
  dotenvx: ['run'],
  infisical: ['run'],
  mise: ['exec', 'x'],
  fnm: ['exec'],
  volta: ['run'],
}

/** Packages that connect to a remote server, which is the skill. */
export const BRIDGES: Record<string, { urlOptions: string[]; commandOptions?: string[] }> = {
  'npm:mcp-remote': { urlOptions: [] },
  'npm:supergateway': { urlOptions: ['--sse', '--streamableHttp'], commandOptions: ['--stdio'] },
  'npm:@pyroprompts/mcp-stdio-to-streamable-http-adapter': { urlOptions: [] },
  'npm:mcp-proxy': { urlOptions: [] },
  'pypi:mcp-proxy': { urlOptions: [] },
}

/** Packages that start a server of their own catalogue, whose package is not in the command. */
export const LAUNCHERS = new Set(['npm:@smithery/cli', 'npm:mcp-get', 'npm:@mcp-get/cli', 'npm:install-mcp'])

/** Images that only provide a runtime: the skill is what they run. */
export const BASE_IMAGES =
  /^(docker\.io\/)?(library\/)?(node|python|alpine|debian|ubuntu|bash|busybox|golang|rust|oven\/bun|denoland\/deno)(:|@|$)|^ghcr\.io\/astral-sh\/uv(:|@|$)|^astral\/uv(:|@|$)/
