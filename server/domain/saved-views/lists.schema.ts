/** The lists of the console whose filters can be kept under a name. */
export const viewableLists = ["audit", "users", "devices"] as const;
export type ViewableList = (typeof viewableLists)[number];

/** So many views one person can keep of one list. */
export const MAX_VIEWS = 50;

/** So long a view's name can be. */
export const MAX_VIEW_NAME = 60;
