// Postgres drivers and clients read PGHOST, PGUSER, PGOPTIONS, PGTARGETSESSIONATTRS and some thirty more. Those of the caller are meant for
// another database, so no script of this project, and none of its processes, gets them.
for (const name of Object.keys(process.env)) if (/^PG[A-Z_]+$/.test(name)) delete process.env[name]
