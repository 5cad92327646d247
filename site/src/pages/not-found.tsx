import { formatAddress } from '../address.ts'
import { PageHeading } from '../components/page-heading.tsx'

/** Shown for an unknown page or skill. */
export function NotFound({ title }: { title: string }) {
  return (
    <>
      <PageHeading text={title} head={{ isMissing: true }} />
      <p class="lead">
        <a href={formatAddress([])}>Back to the catalogue</a>, or{' '}
        <a href={formatAddress(['connect'])}>connect an assistant</a>, which searches for you.
      </p>
    </>
  )
}
