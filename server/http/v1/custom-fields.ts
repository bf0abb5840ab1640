import {
  deleteCustomField,
  listCustomFields,
  saveCustomField,
} from "@/server/domain/custom-fields/custom-fields";
import { DELETE, GET, group, POST } from "../endpoint";

export const customFieldEndpoints = group("Custom fields", "/api/v1", [
  GET("/custom-fields", listCustomFields),
  POST("/custom-fields", saveCustomField, { status: 201, upsert: true }),
  DELETE("/custom-fields/{fieldName}", deleteCustomField),
]);
