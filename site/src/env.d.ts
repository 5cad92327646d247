/** Base URL of the API without a trailing slash, set when the site is built. */
declare const API_BASE_URL: string
