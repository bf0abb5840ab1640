import { readCsv } from "@/server/domain/user-imports/csv";
import { AppError } from "@/server/kernel/errors";
import { formOf } from "@/server/kernel/http/request-body";
import { check, refusing, type Target } from "./target";

const types = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  'multipart/form-data; boundary="x y"',
  "multipart/form-data",
  "text/plain",
];

/**
 * Bodies of forms, multipart and urlencoded, and import files of users. The first line may name the content
 * type.
 */
export const target: Target = {
  words: [
    "--x\r\n",
    "--x--\r\n",
    "\r\n\r\n",
    "Content-Disposition: form-data; name=",
    '"email"',
    'filename="a.csv"',
    "Content-Type: text/csv",
    "email=",
    "&",
    "%00",
    "%",
    "+",
    ";charset=utf-7",
    "boundary=",
    "name*=utf-8''x",
    '"',
    ",",
    "\r",
    "\n",
    "email,name\r\n",
  ],
  run: async (input) => {
    const line = input.indexOf("\n");
    const named = line > 0 && /^[\x20-\x7e]+$/.test(input.slice(0, line)) ? [input.slice(0, line)] : [];
    for (const type of [...types, ...named]) {
      const form = await formOf(
        new Request("http://x.example", { method: "POST", headers: { "content-type": type }, body: input }),
      );
      check(form instanceof FormData, "a form comes of every body");
    }
    refusing(() => readCsv(input), AppError);
  },
};
