import { redirect } from "next/navigation";

export default function PlatformPage() {
  redirect("/platform/tenants");
}
