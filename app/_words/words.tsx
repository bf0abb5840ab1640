import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { MoreWords } from "./more-words";

/**
 * Gives the components of an area their words in the browser: those that `useExtracted(area)` asks for. Layouts put it
 * around their pages, so that no page brings the words of all.
 */
export async function Words({ of: area, children }: { of: string; children: ReactNode }) {
  const messages = await getMessages();
  return <MoreWords messages={{ [area]: messages[area] ?? {} }}>{children}</MoreWords>;
}
