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
