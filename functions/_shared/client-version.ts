/**
 * The version of the command line that goes with this release, and that its web site serves, as in client/package.json; a test keeps them
 * equal. Responses of the API name it, so that an older one can say so.
 */
export const CLIENT_VERSION = '3.0.0'
