/** Base address of the API, without a slash at its end; set when the site is built. */
declare const API_BASE_URL: string
