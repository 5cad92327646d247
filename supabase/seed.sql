-- A small catalogue to begin with: real skills of all four types. Agents add the rest.
-- Runs once, after the migrations, on a fresh database.
insert into public.skills (name, type, url, description) values
  ('Playwright MCP', 'mcp', 'https://github.com/microsoft/playwright-mcp', 'Drives a real browser for an agent through Playwright''s accessibility tree: navigate, click, type, take screenshots.'),
  ('GitHub MCP Server', 'mcp', 'https://github.com/github/github-mcp-server', 'GitHub''s own server: repositories, issues, pull requests, code search and Actions as tools.'),
  ('Filesystem MCP Server', 'mcp', 'https://github.com/modelcontextprotocol/servers/tree/main/src/filesystem', 'Reads, writes, moves and searches files inside the folders it was given.'),
  ('Fetch MCP Server', 'mcp', 'https://github.com/modelcontextprotocol/servers/tree/main/src/fetch', 'Fetches a web page and hands it to the model as Markdown.'),
  ('Memory MCP Server', 'mcp', 'https://github.com/modelcontextprotocol/servers/tree/main/src/memory', 'Long-term memory as a knowledge graph kept in a local file.'),
  ('Supabase MCP Server', 'mcp', 'https://github.com/supabase-community/supabase-mcp', 'Works on Supabase projects: tables, migrations, SQL, logs, advisors and generated types.'),
  ('Context7', 'mcp', 'https://github.com/upstash/context7', 'Puts current, version-specific documentation and examples of libraries into the context.'),
  ('Sentry MCP', 'mcp', 'https://github.com/getsentry/sentry-mcp', 'Looks up issues, events and traces in Sentry, so that an agent can debug what really happened.'),
  ('Chrome DevTools MCP', 'mcp', 'https://github.com/ChromeDevTools/chrome-devtools-mcp', 'Lets an agent inspect a live Chrome: performance traces, network, console and DOM.'),
  ('Clawdbot GitHub', 'clawdbot', 'https://github.com/openclaw/openclaw/tree/main/skills/github', 'Works with issues, pull requests and CI runs through the gh command line.'),
  ('Clawdbot Obsidian', 'clawdbot', 'https://github.com/openclaw/openclaw/tree/main/skills/obsidian', 'Reads and writes notes in Obsidian vaults through obsidian-cli.'),
  ('Clawdbot Notion', 'clawdbot', 'https://github.com/openclaw/openclaw/tree/main/skills/notion', 'Creates and edits pages, databases and blocks through the Notion API.'),
  ('Clawdbot Weather', 'clawdbot', 'https://github.com/openclaw/openclaw/tree/main/skills/weather', 'Current weather and forecasts without an API key.'),
  ('Clawdbot Himalaya', 'clawdbot', 'https://github.com/openclaw/openclaw/tree/main/skills/himalaya', 'Reads, writes, searches and sorts mail over IMAP and SMTP with the himalaya command line.'),
  ('ripgrep', 'github', 'https://github.com/BurntSushi/ripgrep', 'Searches directories for a regular expression, fast, and respects .gitignore.'),
  ('jq', 'github', 'https://github.com/jqlang/jq', 'Slices, filters and transforms JSON on the command line.'),
  ('Aider', 'github', 'https://github.com/Aider-AI/aider', 'Pair programming in the terminal: edits a Git repository and commits what it changed.'),
  ('Browser Use', 'github', 'https://github.com/browser-use/browser-use', 'A Python library that makes web sites usable for agents.'),
  ('Pandoc', 'other', 'https://pandoc.org', 'Converts documents between Markdown, HTML, LaTeX, Word and dozens of other formats.'),
  ('Wolfram Alpha', 'other', 'https://www.wolframalpha.com', 'Answers questions of mathematics, science and data by computing them.');

-- Packages by which clients find skills that they have installed.
select private.replace_identifiers(s.id, array[private.normalize_identifier(package)], 'submission')
from (values
  ('Fetch MCP Server', 'pkg:pypi/mcp-server-fetch'),
  ('Memory MCP Server', 'pkg:npm/%40modelcontextprotocol/server-memory'),
  ('Supabase MCP Server', 'pkg:npm/%40supabase/mcp-server-supabase'),
  ('Context7', 'pkg:npm/%40upstash/context7-mcp'),
  ('Sentry MCP', 'pkg:npm/%40sentry/mcp-server'),
  ('Chrome DevTools MCP', 'pkg:npm/chrome-devtools-mcp'),
  ('ripgrep', 'pkg:cargo/ripgrep'),
  ('Aider', 'pkg:pypi/aider-chat'),
  ('Browser Use', 'pkg:pypi/browser-use')
) as packages (name, package)
join public.skills as s using (name);

-- Servers of the MCP Registry, each with a server.json of its publisher's package, as if they were imported: a later import finds these
-- skills.
insert into private.imports (source) values ('https://registry.modelcontextprotocol.io') on conflict do nothing;
insert into private.imported_skills (source, external_name, skill_id)
select 'https://registry.modelcontextprotocol.io', external_name, s.id
from (values
  ('io.github.microsoft/playwright-mcp', 'Playwright MCP'),
  ('io.github.github/github-mcp-server', 'GitHub MCP Server'),
  ('io.github.modelcontextprotocol/server-filesystem', 'Filesystem MCP Server')
) as servers (external_name, name)
join public.skills as s using (name);
select public.import_skills('https://registry.modelcontextprotocol.io', '[
  {"external_name": "io.github.microsoft/playwright-mcp", "name": "io.github.microsoft/playwright-mcp", "description": "Drives a real browser for an agent through Playwright''s accessibility tree: navigate, click, type, take screenshots.", "type": "mcp", "url": "https://github.com/microsoft/playwright-mcp", "server": {"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", "name": "io.github.microsoft/playwright-mcp", "description": "Browser automation with Playwright, for models that read accessibility snapshots.", "version": "0.0.83", "repository": {"url": "https://github.com/microsoft/playwright-mcp", "source": "github"}, "packages": [{"registryType": "npm", "identifier": "@playwright/mcp", "version": "0.0.83", "transport": {"type": "stdio"}}]}, "install": [{"transport": "stdio", "url": null, "env": [], "headers": [], "type": "npm", "command": "npx", "args": ["-y", "@playwright/mcp@0.0.83"]}]},
  {"external_name": "io.github.github/github-mcp-server", "name": "io.github.github/github-mcp-server", "description": "GitHub''s own server: repositories, issues, pull requests, code search and Actions as tools.", "type": "mcp", "url": "https://github.com/github/github-mcp-server", "server": {"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", "name": "io.github.github/github-mcp-server", "description": "Connect AI assistants to GitHub - manage repos, issues, PRs, and workflows through natural language.", "title": "GitHub", "version": "1.10.1", "repository": {"url": "https://github.com/github/github-mcp-server", "source": "github"}, "packages": [{"registryType": "oci", "identifier": "ghcr.io/github/github-mcp-server:1.10.1", "transport": {"type": "stdio"}}], "remotes": [{"type": "streamable-http", "url": "https://api.githubcopilot.com/mcp/", "headers": [{"name": "Authorization", "description": "Authorization header with authentication token (PAT or App token)", "isSecret": true}]}]}, "install": [{"transport": "stdio", "url": null, "env": [], "headers": [], "type": "docker", "command": "docker", "args": ["run", "-i", "--rm", "ghcr.io/github/github-mcp-server:1.10.1"]}, {"type": "remote", "transport": "streamable-http", "command": null, "args": [], "url": "https://api.githubcopilot.com/mcp/", "env": [], "headers": [{"name": "Authorization", "required": false, "secret": true}]}]},
  {"external_name": "io.github.modelcontextprotocol/server-filesystem", "name": "io.github.modelcontextprotocol/server-filesystem", "description": "Reads, writes, moves and searches files inside the folders it was given.", "type": "mcp", "url": "https://github.com/modelcontextprotocol/servers/tree/main/src/filesystem", "server": {"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", "name": "io.github.modelcontextprotocol/server-filesystem", "description": "Reads, writes and searches files in the directories that it was given.", "version": "2026.8.31", "repository": {"url": "https://github.com/modelcontextprotocol/servers", "source": "github", "subfolder": "src/filesystem"}, "packages": [{"registryType": "npm", "identifier": "@modelcontextprotocol/server-filesystem", "version": "2026.8.31", "transport": {"type": "stdio"}}]}, "install": [{"transport": "stdio", "url": null, "env": [], "headers": [], "type": "npm", "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem@2026.8.31"]}]}
]');
