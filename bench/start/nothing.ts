/** Starts and loads nothing: the share of Deno itself in a start. */
