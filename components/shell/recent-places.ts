import { useEffect } from "react";

const KEY = "castellan:recent";
const MOST = 6;
/** Delay in milliseconds after which the title of a new page is set. */
const SETTLED_MS = 1_000;

interface Place {
  href: string;
  title: string;
}

const read = () => JSON.parse(window.sessionStorage.getItem(KEY) ?? "[]") as Place[];

/** Records the pages that the administrator opens in this tab, for the palette. */
export function useRecentPlaces(pathname: string) {
  useEffect(() => {
    const timer = setTimeout(() => {
      const title = document.title.split(" · ").slice(0, -1).join(" · ");
      if (title === "") return;
      const others = read().filter(({ href }) => href !== pathname);
      window.sessionStorage.setItem(
        KEY,
        JSON.stringify([{ href: pathname, title }, ...others].slice(0, MOST + 1)),
      );
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
}

/** Returns the recorded pages of a workspace as items of the palette, without the current page. */
export const recentPlaces = (base: string) =>
  read()
    .filter(({ href }) => (href === base || href.startsWith(`${base}/`)) && href !== window.location.pathname)
    .slice(0, MOST)
    .map(({ href, title }) => ({ id: href, label: title, href }));

/** Removes the recorded pages. Call at sign-out, because they contain names. */
export const forgetPlaces = () => window.sessionStorage.removeItem(KEY);
