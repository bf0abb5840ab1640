import type { Locale } from "../../kernel/strings/languages";
import { localeOfPage, type Visiting } from "./ui-locales";

/* Texts of the protocol's own pages. The Next pages have theirs in app/_words; these pages are rendered without Next. */

const en = {
  language: "Language",
  terms: "Terms",
  privacy: "Privacy",
  poweredBy: "Powered by Castellan",
  cannotGoOn: "This sign-in cannot go on",
  backToApp: "Go back to the app and try again.",
  cannotSignOut: "This sign-out cannot go on",
  signOutAgain: "You may still be signed in. Go back to the app and sign out there again.",
  close: "You can close this page.",
  signOut: "Sign out?",
  signedInTo: (place: string) => `You are signed in to ${place}.`,
  yourApps: "your organization's apps",
  yourAccount: "your account",
  stay: "Stay signed in",
  leave: "Sign out",
  signedOut: "You are signed out",
  signInAgain: "Sign in again",
  /** Texts for the errors that users can see, by the library's texts. All other errors are mistakes of an app. */
  reasons: {
    "client is invalid": "There is no such app, or it is not in use any more.",
    "redirect_uri did not match any of the client's registered redirect_uris":
      "The app asks to go on at an address that is not registered for it.",
    "post_logout_redirect_uri not registered":
      "The app asks to go on at an address that is not registered for it.",
    "authorization request has expired": "It took too long.",
    "interaction session id cookie not found": "It took too long, or it was begun in another browser.",
    "could not find logout details": "It took too long, or it was begun in another browser.",
    "xsrf token invalid": "This page was opened a second time meanwhile.",
  } as Record<string, string>,
  device: {
    title: "Sign in a device",
    typeCode: "Type the code that your device shows.",
    code: "Code",
    goOn: "Go on",
    toApp: (app: string | undefined) => `Sign in a device to ${app ?? "this app"}?`,
    compare: "Go on only if you have started this yourself, and your device shows exactly this code:",
    notMe: "It was not me",
    mine: "It is my device",
    done: "Your device is signed in",
    goOnIn: (app: string | undefined) => `You can close this page and go on in ${app ?? "the app"}.`,
    refused: "The device was not signed in",
    deviceSaysSo: "You can close this page. Your device says that it was refused.",
    tooMany: "Too many wrong codes",
    wait: "Wait ten minutes, then ask your device for a new code.",
    failed: "That did not work. Start again on your device.",
    /** Texts by the names of the library's errors. */
    problems: {
      NotFoundError: "There is no such code. Look at your device and type it again.",
      ExpiredError: "This code has expired. Ask your device for a new one.",
      AlreadyUsedError: "This code was used already. Ask your device for a new one.",
      NoCodeError: "Type the code that your device shows.",
    } as Record<string, string>,
  },
};

export type ProtocolWords = typeof en;

const de: ProtocolWords = {
  language: "Sprache",
  terms: "Nutzungsbedingungen",
  privacy: "Datenschutz",
  poweredBy: "Mit Castellan",
  cannotGoOn: "Diese Anmeldung kann nicht fortgesetzt werden",
  backToApp: "Gehen Sie zurück zur App und versuchen Sie es noch einmal.",
  cannotSignOut: "Diese Abmeldung kann nicht fortgesetzt werden",
  signOutAgain:
    "Möglicherweise sind Sie noch angemeldet. Gehen Sie zurück zur App und melden Sie sich dort noch einmal ab.",
  close: "Sie können diese Seite schließen.",
  signOut: "Abmelden?",
  signedInTo: (place) => `Sie sind bei ${place} angemeldet.`,
  yourApps: "den Apps Ihrer Organisation",
  yourAccount: "Ihrem Konto",
  stay: "Angemeldet bleiben",
  leave: "Abmelden",
  signedOut: "Sie sind abgemeldet",
  signInAgain: "Wieder anmelden",
  reasons: {
    "client is invalid": "Diese App gibt es nicht, oder sie ist nicht mehr in Gebrauch.",
    "redirect_uri did not match any of the client's registered redirect_uris":
      "Die App möchte an einer Adresse fortfahren, die für sie nicht eingetragen ist.",
    "post_logout_redirect_uri not registered":
      "Die App möchte an einer Adresse fortfahren, die für sie nicht eingetragen ist.",
    "authorization request has expired": "Es hat zu lange gedauert.",
    "interaction session id cookie not found":
      "Es hat zu lange gedauert oder wurde in einem anderen Browser begonnen.",
    "could not find logout details": "Es hat zu lange gedauert oder wurde in einem anderen Browser begonnen.",
    "xsrf token invalid": "Diese Seite wurde inzwischen noch einmal geöffnet.",
  },
  device: {
    title: "Ein Gerät anmelden",
    typeCode: "Geben Sie den Code ein, den Ihr Gerät zeigt.",
    code: "Code",
    goOn: "Weiter",
    toApp: (app) => `Ein Gerät bei ${app ?? "dieser App"} anmelden?`,
    compare:
      "Machen Sie nur weiter, wenn Sie das selbst begonnen haben und Ihr Gerät genau diesen Code zeigt:",
    notMe: "Das war ich nicht",
    mine: "Es ist mein Gerät",
    done: "Ihr Gerät ist angemeldet",
    goOnIn: (app) => `Sie können diese Seite schließen und in ${app ?? "der App"} weitermachen.`,
    refused: "Das Gerät wurde nicht angemeldet",
    deviceSaysSo: "Sie können diese Seite schließen. Ihr Gerät zeigt an, dass die Anmeldung abgelehnt wurde.",
    tooMany: "Zu viele falsche Codes",
    wait: "Warten Sie zehn Minuten und lassen Sie Ihr Gerät dann einen neuen Code zeigen.",
    failed: "Das hat nicht geklappt. Beginnen Sie auf Ihrem Gerät noch einmal.",
    problems: {
      NotFoundError: "Diesen Code gibt es nicht. Sehen Sie auf Ihr Gerät und geben Sie ihn noch einmal ein.",
      ExpiredError: "Dieser Code ist abgelaufen. Lassen Sie Ihr Gerät einen neuen zeigen.",
      AlreadyUsedError: "Dieser Code wurde schon benutzt. Lassen Sie Ihr Gerät einen neuen zeigen.",
      NoCodeError: "Geben Sie den Code ein, den Ihr Gerät zeigt.",
    },
  },
};

const words: Record<Locale, ProtocolWords> = { en, de };

/** Returns the reader's language and its texts. */
export function wordsFor(ctx: Visiting): { locale: Locale; words: ProtocolWords } {
  const locale = localeOfPage(ctx);
  return { locale, words: words[locale] };
}
