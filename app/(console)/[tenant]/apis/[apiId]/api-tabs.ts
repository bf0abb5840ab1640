/** Tabs of an API, as paths below the address of the API. */
export const apiTabs = ["", "/scopes", "/apps", "/roles"] as const;

export type ApiTab = (typeof apiTabs)[number];
