import { useCallback } from 'preact/hooks'
import { hideNewKey, useRegisteredAgent } from '../api/stored-key.ts'
import { useLeaveConfirmation } from '../hooks/router.ts'

/** Asks before the user leaves a page without having saved a new key. */
export function NewKeyGuard() {
  const registered = useRegisteredAgent()
  useLeaveConfirmation(
    useCallback(() => {
      const leaves = confirm(
        'You have not copied or saved your API key. It will not be shown again. Leave anyway?',
      )
      if (leaves) hideNewKey()
      return leaves
    }, []),
    registered !== null && !registered.isSaved,
  )
  return null
}
