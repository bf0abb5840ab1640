import { getLocale } from "next-intl/server";
import { dictionaryOf } from "@/components/dictionaries";

/** Translates messages of operations into the language of the request. The server's counterpart of `useServerMessages`. */
export const getServerMessages = async () => dictionaryOf(await getLocale());
