import { describe, it } from "vitest";
import { largeOrganization } from "@/server/testing/large-organization";
import { databaseKinds } from "@/server/testing/stores";

/** Filters of every kind: with an index, with a part of a text, without either, and combined. */
const filters = [
  'userName sw "person1"',
  'userName co "PERSON"',
  'userName ew "7@large.example"',
  'userName co "7"',
  'userName ne "person1@large.example"',
  'displayName co "ada 3"',
  'displayName eq "Ada 3 Stone"',
  'displayName co "e"',
  'name.givenName eq "ada"',
  'name.givenName co "bru"',
  'name.familyName sw "st"',
  'name.familyName ew "one"',
  'name.familyName gt "river"',
  "name.familyName pr",
  "not (name.familyName pr)",
  'not (name.familyName eq "stone")',
  'emails co "other1"',
  'emails sw "person2"',
  'emails co ".e"',
  'emails co "\\"quoted\\""',
  "active eq false",
  "not (active eq true)",
  "not (not (active eq true))",
  'externalId sw "X-1"',
  "externalId pr",
  "not (externalId pr)",
  'name.givenName eq "ada" and displayName co "stone"',
  'userName co "person1" or displayName co "bruno 2"',
  'externalId co "X-1" or externalId ew "2"',
  'active eq false and emails co "person"',
  'meta.created gt "2020-01-01T00:00:00Z"',
];

describe.each(databaseKinds)("lists of an organization above the limits on %s", (kind) => {
  const { requireSameUsers } = largeOrganization(kind);

  it.each(filters)("contain the same users for %s", (filter) => requireSameUsers(filter), 30_000);
});
