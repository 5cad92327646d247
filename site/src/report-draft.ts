import type { Rating } from './api/responses.ts'

/** What is reported: a rating, or a skill. */
export type ReportTarget = Pick<Rating, 'id'> & { skill_id?: string }

export interface ReportFormProps {
  target: ReportTarget
  /** Says what it reports. */
  label: string
  onClose(): void
}

export interface ReportDraft {
  reason: string
}

/** The name of the draft of a report that is not sent yet. */
export function draftName({ id }: ReportTarget): string {
  return `report-${id}`
}
