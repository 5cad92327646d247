/** The pages that one visit often leads to: one script, which is loaded when the first of them is opened. */
export { ReportForm } from '../components/report-form.tsx'
export { HowRankingWorks } from './how-ranking-works.tsx'
export { Rate } from './rate.tsx'
export { Submit } from './submit.tsx'
