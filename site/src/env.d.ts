// Constants that are set when the site is built.

/** Base URL of the API without a trailing slash. */
declare const API_BASE_URL: string
/** The path or URL of the site without a trailing slash; empty at the root of a host. */
declare const SITE_BASE_URL: string
/** The command line that the site serves; null if it serves none, as with `npm start`. */
declare const CLIENT_PACKAGE: { fileName: string; sha256: string; knowsService: boolean } | null
/** The version of the project. */
declare const VERSION: string
/** Where its source is, as package.json says; empty if it does not. */
declare const SOURCE_URL: string
