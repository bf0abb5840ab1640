import {
  deleteCustomField,
  listCustomFields,
  saveCustomField,
} from "@/server/domain/custom-fields/custom-fields";
import { DELETE, GET, group, POST } from "../endpoint";

export const customFieldEndpoints = group("Custom fields", "/api/v1", {
  listCustomFields: GET("/custom-fields", listCustomFields),
  saveCustomField: POST("/custom-fields", saveCustomField, { status: 201, upsert: true }),
  deleteCustomField: DELETE("/custom-fields/{fieldName}", deleteCustomField),
});
