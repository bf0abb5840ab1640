/** The console's lists whose filters can be saved as a view. */
export const viewableLists = ["audit", "users", "devices"] as const;
export type ViewableList = (typeof viewableLists)[number];

/** Maximum number of views of one user for one list. */
export const MAX_VIEWS = 50;

/** Maximum length of a view's name, in characters. */
export const MAX_VIEW_NAME = 60;
