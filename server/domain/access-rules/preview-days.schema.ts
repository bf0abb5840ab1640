/** Number of days of sign-ins that a preview of a change reads. */
export const PREVIEW_DAYS = 30;
