/** How many days a preview of a change looks back. */
export const PREVIEW_DAYS = 30;
