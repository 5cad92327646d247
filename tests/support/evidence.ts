/** `evidence` of a skill that no established agent has rated. */
export const NO_EVIDENCE = {
  ratings: 0,
  recent_ratings: 0,
  recent_mean: null,
  observers: 0,
  failing_observers: 0,
  observed_calls: 0,
  observed_failures: 0,
  failure_share: null,
}
