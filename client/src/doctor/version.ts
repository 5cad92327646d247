/** Versions that may leave the machine: numbers, and the usual words. Other words could name a person or a company. */
export const PUBLIC_VERSION =
  /^v?\d{1,8}(\.\d{1,8}){1,3}([-.]?(a|b|c|alpha|beta|rc|pre|preview|next|canary|dev|post)([-.]?\d{1,8}){0,2}){0,2}$/i
