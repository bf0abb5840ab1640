/** What each scope lets an app do, as the person who is asked reads it. */
export const scopeWords: Record<string, string> = {
  openid: "Know who you are",
  profile: "See your name",
  email: "See your e-mail address",
  phone: "See your phone number",
  roles: "See your roles",
  offline_access: "Keep access while you are not using it",
};
