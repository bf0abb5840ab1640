import { request, type APIRequestContext } from "@playwright/test";
import type { MessageDetail, MessagePage } from "../../server/platform/messages.schema";
import type * as z from "zod";
import { enter } from "./console";
import { expect, type Seed } from "./test";

/** Sessions of the platform's administrator, one for each server, in a browser of their own: no session of a test ends. */
const desks = new Map<string, APIRequestContext>();

async function deskOf({ baseUrl, platform }: Seed) {
  const known = desks.get(baseUrl);
  if (known) return known;
  const desk = await request.newContext({ baseURL: baseUrl });
  await enter(desk, platform.admin);
  desks.set(baseUrl, desk);
  return desk;
}

/** The server answers a recorded read only to its own pages. */
const OWN_PAGE = { headers: { "sec-fetch-site": "same-origin" } };

async function ask<Answer>(seed: Seed, name: string, input: object): Promise<Answer> {
  const path = `/api/trpc/platform.messages.${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  let answer = await (await deskOf(seed)).get(path, OWN_PAGE);
  if (answer.status() === 401) {
    desks.delete(seed.baseUrl);
    answer = await (await deskOf(seed)).get(path, OWN_PAGE);
  }
  if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`);
  return ((await answer.json()) as { result: { data: Answer } }).result.data;
}

/** Waits until the newest message to this address or number is ready to read, and returns its content. */
async function contentTo(seed: Seed, address: string) {
  let content: MessageDetail["content"] = null;
  await expect(async () => {
    const { messages } = await ask<z.output<typeof MessagePage>>(seed, "page", { limit: 50 });
    const newest = messages.find(({ recipient }) => recipient.includes(address));
    expect(newest).toMatchObject({ state: "kept" });
    const { tenantId, messageId } = newest!;
    ({ content } = await ask<MessageDetail>(seed, "get", { tenantId, messageId }));
    expect(content).not.toBeNull();
  }).toPass({ timeout: 20_000, intervals: [50, 100, 250, 500] });
  return content!;
}

const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? "";

/** Returns the newest mail to this address, with its code and link. */
export async function mailTo(seed: Seed, address: string) {
  const { html, text } = await contentTo(seed, address);
  const links = [...(html ?? "").matchAll(/href="([^"]*)"/g)].map(([, href]) =>
    href!.replaceAll("&amp;", "&"),
  );
  return { text, code: codeIn(text), link: links.find((href) => /[?&](link|token)=/.test(href)) ?? "" };
}

/** Returns the code of the newest text message to this number. */
export const codeTextedTo = async (seed: Seed, number: string) =>
  codeIn((await contentTo(seed, number)).text);
