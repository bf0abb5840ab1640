import { expect, it } from "vitest";
import { endpointGroups } from "@/server/http/endpoints";
import examples from "@/server/http/examples.json";
import { createOpenApiDocument } from "@/server/http/openapi";
import { exampleOf, parametersOf, resolvedIn, type ApiDocument, type ApiOperation } from "./document";

const document = createOpenApiDocument(endpointGroups, "https://id.example") as unknown as ApiDocument;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const operation = (id: string): ApiOperation => operations.find(({ operationId }) => operationId === id)!;

it("shows the recorded response, and generates one only without a recording", () => {
  const success = resolvedIn(document.components.responses, operation("listUsers").responses["200"]!);
  const media = success!.content!["application/json"]!;
  expect(exampleOf(media, document)).toEqual(examples.listUsers.answer);
  expect(exampleOf({ schema: { type: "array", items: { type: "boolean" } } }, document)).toEqual([true]);
});

it("shows the recorded request", () => {
  const media = operation("createUser").requestBody!.content["application/json"]!;
  expect(exampleOf(media, document)).toEqual(examples.createUser.request);
});

it("describes each parameter once", () => {
  for (const each of operations)
    for (const { name, note, schema } of parametersOf(each, document)) {
      expect(schema.description, `${each.operationId} ${name}`).toBeUndefined();
      expect(note, `${each.operationId} ${name}`).toMatch(/^(path|query|header)\b/);
    }
  const key = parametersOf(operation("createUser"), document).find(({ place }) => place === "header")!;
  expect(key.note).toMatch(/^header: \w/);
});
