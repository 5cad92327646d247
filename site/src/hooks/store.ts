import { useEffect, useState } from 'preact/hooks'

/** A value that components share. */
export interface Store<Value> {
  get(): Value
  set(value: Value): void
  /** The current value; the component is rendered again when it changes. */
  use(): Value
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      current = value
      for (const listener of listeners) listener()
    },
    use() {
      const [shown, update] = useState(current)
      useEffect(() => {
        const listener = () => update(current)
        listeners.add(listener)
        listener()
        return () => void listeners.delete(listener)
      }, [])
      return shown
    },
  }
}
