import { getLocale } from "next-intl/server";
import { dictionaryOf } from "@/components/dictionaries";

/** What an operation said in English, in the language of the request: `useSaid` for what runs on the server. */
export const getServerMessages = async () => dictionaryOf(await getLocale());
