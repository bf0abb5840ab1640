import { createTag, listTags, setTagPolicy } from "@/server/domain/tags/tags";
import { GET, group, PATCH, POST } from "../endpoint";

export const tagEndpoints = group("Relationship tags", "/api/v1", [
  GET("/relationship-tags", listTags),
  POST("/relationship-tags", createTag, { status: 201 }),
  PATCH("/relationship-tags/{tagId}/policy", setTagPolicy),
]);
