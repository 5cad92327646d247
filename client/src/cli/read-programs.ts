/** What `doctor` reads, for those who look for another program. */
export const READ_PROGRAMS =
  'Claude Code, Claude Desktop, Cursor, VS Code, Visual Studio, Copilot CLI, Windsurf, Zed, LM Studio, Codex, Gemini CLI and opencode, and Agent Skills, also those of OpenClaw'
