/** The console's lists whose filters can be saved. */
export const viewableLists = ["audit", "users", "devices"] as const;
export type ViewableList = (typeof viewableLists)[number];

/** Highest number of views of one user for one list. */
export const MAX_VIEWS = 50;

/** Highest length of a view's name. */
export const MAX_VIEW_NAME = 60;
