import type { Locale } from "../../domain/messages/templates";
import { localeOfPage, type Visiting } from "./ui-locales";

/*
 * What the pages of the protocol itself say (hosted-page.ts). Next's catalogues are not in play there.
 */
const english = {
  terms: "Terms",
  privacy: "Privacy",
  poweredBy: "Powered by Castellan",
  stuck: "This sign-in cannot go on",
  stuckHint: "Go back to the app and try again.",
  signOut: "Sign out?",
  signedInTo: (app: string) => `You are signed in to ${app}.`,
  yourApps: "your organization's apps",
  yourAccount: "your account",
  stay: "Stay signed in",
  doSignOut: "Sign out",
  signedOut: "You are signed out",
  close: "You can close this page.",
  device: "Sign in a device",
  typeCode: "Type the code that your device shows.",
  code: "Code",
  goOn: "Go on",
  noSuchCode: "There is no such code. Look at your device and type it again.",
  expiredCode: "This code has expired. Ask your device for a new one.",
  usedCode: "This code was used already. Ask your device for a new one.",
  startAgain: "That did not work. Start again on your device.",
  deviceRefused: "The device was not signed in",
  deviceRefusedHint: "You can close this page. Your device says that it was refused.",
  confirmDevice: (app: string) => `Sign in a device to ${app}?`,
  thisApp: "this app",
  confirmHint: "Go on only if you have started this yourself, and your device shows exactly this code:",
  notMe: "It was not me",
  myDevice: "It is my device",
  deviceDone: "Your device is signed in",
  deviceDoneHint: (app: string) => `You can close this page and go on in <b>${app}</b>.`,
  theApp: "the app",
  tooMany: "Too many wrong codes",
  tooManyHint: "Wait ten minutes, then ask your device for a new code.",
};

export type PageWords = typeof english;

const german: PageWords = {
  terms: "Nutzungsbedingungen",
  privacy: "Datenschutz",
  poweredBy: "Mit Castellan",
  stuck: "Diese Anmeldung kann nicht fortgesetzt werden",
  stuckHint: "Gehen Sie zurück zur App und versuchen Sie es erneut.",
  signOut: "Abmelden?",
  signedInTo: (app) => `Sie sind angemeldet: ${app}.`,
  yourApps: "Apps Ihrer Organisation",
  yourAccount: "Ihr Konto",
  stay: "Angemeldet bleiben",
  doSignOut: "Abmelden",
  signedOut: "Sie sind abgemeldet",
  close: "Sie können diese Seite schließen.",
  device: "Gerät anmelden",
  typeCode: "Geben Sie den Code ein, den Ihr Gerät anzeigt.",
  code: "Code",
  goOn: "Weiter",
  noSuchCode: "Diesen Code gibt es nicht. Sehen Sie auf Ihrem Gerät nach und geben Sie ihn noch einmal ein.",
  expiredCode: "Dieser Code ist abgelaufen. Fordern Sie auf Ihrem Gerät einen neuen an.",
  usedCode: "Dieser Code wurde schon verwendet. Fordern Sie auf Ihrem Gerät einen neuen an.",
  startAgain: "Das hat nicht geklappt. Beginnen Sie auf Ihrem Gerät von vorn.",
  deviceRefused: "Das Gerät wurde nicht angemeldet",
  deviceRefusedHint: "Sie können diese Seite schließen. Ihr Gerät zeigt an, dass abgelehnt wurde.",
  confirmDevice: (app) => `Ein Gerät bei ${app} anmelden?`,
  thisApp: "dieser App",
  confirmHint:
    "Machen Sie nur weiter, wenn Sie das selbst begonnen haben und Ihr Gerät genau diesen Code anzeigt:",
  notMe: "Das war ich nicht",
  myDevice: "Das ist mein Gerät",
  deviceDone: "Ihr Gerät ist angemeldet",
  deviceDoneHint: (app) => `Sie können diese Seite schließen und in <b>${app}</b> weitermachen.`,
  theApp: "der App",
  tooMany: "Zu viele falsche Codes",
  tooManyHint: "Warten Sie zehn Minuten und fordern Sie dann auf Ihrem Gerät einen neuen Code an.",
};

const words: Record<Locale, PageWords> = { en: english, de: german };

/** The language of a page, and what it says in it. */
export interface Spoken {
  locale: Locale;
  say: PageWords;
}

export const inEnglish: Spoken = { locale: "en", say: english };

/** What the pages say to this visitor. */
export function spokenTo(ctx: Visiting): Spoken {
  const locale = localeOfPage(ctx);
  return { locale, say: words[locale] };
}
