/** The wish list of this browser, separate so that pages without one load no more than this. */
export const wishesKey = 'hemline:wish-list';
