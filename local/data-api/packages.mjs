// Loaded before tsx, which would transform the files of these packages again at each start: that takes longer than all the rest.
import '@hono/node-server'
import '@supabase/lite'
import 'pg'
