/* What predicate types have at present, as services that note when they are asked. */
#ifndef SFSM_TESTS_PROVIDERS_H
#define SFSM_TESTS_PROVIDERS_H

#include "arguments.h"

typedef struct service {
    const char *words;
    int32_t answer;
} service;

/* A provider: notes the words of its service, and gives the answer. */
int32_t ask(const sfsm_step *step, void *service);

void provide_from(sfsm_builder *builder, int32_t predicate, service *service);

/* One for each of the three types of matches.h: "reward?", "policy?", "weather?". */
typedef struct services {
    service reward, policy, weather;
} services;
#define SERVICES(reward, policy, weather)                                                                             \
    { { "reward?", (reward) }, { "policy?", (policy) }, { "weather?", (weather) } }
void provide_all(sfsm_builder *builder, services *services);

/* With all of them: STAY depends on POLICY, DEPENDS on all three types, PLAIN on none; every row notes the cases. */
enum { PLAIN = 4, DEPENDS };
sfsm_builder *depending_builder(services *services);

#endif
