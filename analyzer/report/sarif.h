/* The parts of a SARIF document that sarif.c puts together. */
#ifndef CAPLINT_SARIF_H
#define CAPLINT_SARIF_H

#include "report/json.h"
#include "report/report.h"

/* What GitHub keeps of what it accepts. */
enum {
	SARIF_RESULTS = 5000,
	SARIF_RELATED = 100,
	SARIF_STEPS = 1000,
	SARIF_TAGS = 10,
	SARIF_TEXT = 1024, /* bytes of a rule's descriptions */
	SARIF_NOTIFICATIONS = 1000,
};

/* tool: name, version, every rule in the order of the registry, the kinds of notifications. */
void sarif_tool(const struct report *r, struct json *j);
/* invocations: whether the run went well, its notices, and how many results were left out. */
void sarif_invocation(const struct report *r, struct json *j, u32 dropped);
/* Member "artifactLocation": a path below the root, percent-encoded. */
void sarif_artifact(struct json *j, struct str path);

#endif
