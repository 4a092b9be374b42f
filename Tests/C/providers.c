#include "providers.h"

int32_t ask(const sfsm_step *step, void *context) {
    const service *const service = context;
    trace_note(step->context, "%s", service->words);
    return service->answer;
}

void provide_from(sfsm_builder *builder, int32_t predicate, service *service) {
    assert_status(sfsm_builder_set_provider(builder, predicate, ask, service, NULL), SFSM_OK);
}

void provide_all(sfsm_builder *builder, services *services) {
    provide_from(builder, WEATHER, &services->weather);
    provide_from(builder, REWARD, &services->reward);
    provide_from(builder, POLICY, &services->policy);
}

sfsm_builder *depending_builder(services *services) {
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    provide_all(builder, services);
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 3, MATCHING(SFSM_MATCH(POLICY, WEAK)), DOING(note_cases, "weak")},
             {HOME, STAY, SFSM_SAME, 4, MATCHING(SFSM_MATCH(POLICY, STRONG)), DOING(note_cases, "strong")},
             {HOME, PLAIN, SFSM_SAME, 5, DOING(note_cases, "plain")},
             {HOME, DEPENDS, SFSM_SAME, 6, DOING(note_cases, "wet"), ASKING(note_yes, "guard"),
              MATCHING(SFSM_MATCH(WEATHER, WET), SFSM_MATCH(REWARD, GIVEN))},
             {HOME, DEPENDS, SFSM_SAME, 7, MATCHING(SFSM_MATCH(POLICY, WEAK)), DOING(note_cases, "weak")});
    return builder;
}
