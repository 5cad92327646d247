/** Another catalogue: answers a request with JSON, or with a status. It has so many skills, and some of them change. */
export type StandIn = (url: URL, skills: number, hasChanges: boolean) => string | number

/** One skill in so many is hostile, and one in so many changes before the last run. */
export const HOSTILE = 50
export const CHANGED = 100
