/** Tells how far a long piece of work is, and how long the rest may take. */
export type Progress = {
  /** Adds work done, in the units of the total. */
  add(work: number): void
  /** Says how much is done, beside what was added, of what is not finished yet. */
  begun(work: number): void
  /** Logs a line, above the bar where there is one. */
  tell(line: string): void
  /** Takes the bar away. */
  end(): void
}

/** Time between two lines, and between two pictures of the bar; milliseconds. */
const LINE_EVERY = 10_000
const BAR_EVERY = 200

/**
 * On a terminal a bar that is drawn anew in its place, elsewhere a line every ten seconds.
 * @param total work, in any unit that takes about the same time each
 */
export function progressOf(title: string, total: number, log: (line: string) => void): Progress {
  const start = performance.now()
  const { stdout } = process
  let done = 0
  let unfinished = 0
  let measured = start
  const shareDone = () => Math.min(1, (done + unfinished) / total)
  const text = () => {
    const share = shareDone()
    // Between two measurements the time that is left passes all the same.
    const atMeasurement = ((measured - start) / share) * (1 - share)
    const left = Math.max(0, atMeasurement - (performance.now() - measured))
    const telling = left < 1_000 ? 'a moment left' : `about ${duration(left)} left`
    return `${title}: ${Math.floor(share * 100)} %, ${share > 0.01 ? telling : 'just begun'}`
  }
  const draw = () => {
    const full = Math.round(shareDone() * 30)
    stdout.write(`\r\x1b[2K[${'#'.repeat(full)}${'.'.repeat(30 - full)}] ${text()}`)
  }
  const timer = stdout.isTTY ? setInterval(draw, BAR_EVERY) : setInterval(() => log(text()), LINE_EVERY)
  const clear = () => stdout.isTTY && stdout.write('\r\x1b[2K')
  return {
    tell(line) {
      clear()
      log(line)
    },
    add(work) {
      done += work
      measured = performance.now()
    },
    begun(work) {
      if (work !== unfinished) measured = performance.now()
      unfinished = work
    },
    end() {
      clearInterval(timer)
      clear()
    },
  }
}

/** So many milliseconds as a person reads them. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1_000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return whole < 100 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
