/** The pages with forms, and what explains them: one script, which is loaded when the first of them is opened. */
export { ReportForm } from '../components/report-form.tsx'
export { Compare } from './compare.tsx'
export { Connect } from './connect.tsx'
export { GetKey } from './get-key.tsx'
export { HowRankingWorks } from './how-ranking-works.tsx'
export { Rate } from './rate.tsx'
export { Submit } from './submit.tsx'
