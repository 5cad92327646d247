/** A skill of another catalogue, as `public.import_skills` takes it. */
export type Entry = {
  external_name: string
  name: string
  description: string
  type: 'mcp'
  url: string | null
  /** Orders the versions of a skill. `infinity` is the latest. */
  published_at: string
  status: Status
}

/** Whether the other catalogue still offers this version. The best one of its versions is the status of a skill. */
type Status = 'active' | 'deprecated' | 'deleted'

/** A skill that cannot be imported, and why. */
export type Problem = [externalName: string, problem: string]

/** A page of another catalogue. */
export type Page = {
  entries: Entry[]
  problems: Problem[]
  /** The cursor of the next page; empty on the last page. */
  next: string
}
