import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { NotThere } from "../_frame/not-there";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("console");
  return { title: t("Not found") };
}

export default function NotFound() {
  return <NotThere />;
}
