"""What people type, written by somebody who had seen neither the thesaurus nor the code.

Committed before the ranking was changed for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.search_queries import Queries

BLIND: Queries = (
    ("elevenlabs", "copy my voice from recordings", "POST /v1/voices/add"),
    ("elevenlabs", "how much quota is left", "GET /v1/user/subscription"),
    (
        "elevenlabs",
        "get rid of background noice",
        "POST /v1/audio-isolation",
        "POST /v1/audio-isolation/stream",
    ),
    ("elevenlabs", "vocals and drums apart", "POST /v1/music/stem-separation"),
    (
        "elevenlabs",
        "subtitles of dubbed video",
        "GET /v1/dubbing/{dubbing_id}/transcript/{language_code}",
        "GET /v1/dubbing/{dubbing_id}/transcripts/{language_code}/format/{format_type}",
    ),
    ("elevenlabs", "explosion sound from description", "POST /v1/sound-generation"),
    (
        "elevenlabs",
        "pronunciation dict downl",
        "GET /v1/pronunciation-dictionaries/{dictionary_id}/{version_id}/download",
    ),
    ("elevenlabs", "stop all camp", "POST /v1/convai/outbound-campaigns/campaigns/stop-all"),
    ("elevenlabs", "podcast", "POST /v1/studio/podcasts"),
    (
        "elevenlabs",
        "kick someone out of group",
        "POST /v1/workspace/groups/{group_id}/members/remove",
    ),
    ("elevenlabs", "agent duplizieren", "POST /v1/convai/agents/{agent_id}/duplicate"),
    ("elevenlabs", "recording of a call", "GET /v1/convai/conversations/{conversation_id}/audio"),
    (
        "elevenlabs",
        "call many people at once",
        "POST /v1/convai/batch-calling/submit",
        "POST /v1/convai/outbound-campaigns/campaigns/submit",
    ),
    ("elevenlabs", "match lyrics to recording", "POST /v1/forced-alignment"),
    (
        "elevenlabs",
        "which agents use this document",
        "GET /v1/convai/knowledge-base/{documentation_id}/dependent-agents",
    ),
    ("cohere", "is my key valid", "POST /v1/check-api-key"),
    ("cohere", "sort results by relevance", "POST /v2/rerank", "POST /v1/rerank"),
    ("cohere", "pdf scan to markdown", "POST /v2/parse"),
    ("cohere", "speach to text", "POST /v2/audio/transcriptions"),
    ("cohere", "disk space used", "GET /v1/datasets/usage"),
    ("cohere", "stop running batch", "POST /v2/batches/{id}:cancel"),
    ("cohere", "finetune a mod", "POST /v1/finetuning/finetuned-models"),
    (
        "cohere",
        "training loss per step",
        "GET /v1/finetuning/finetuned-models/{finetuned_model_id}/training-step-metrics",
    ),
    ("cohere", "vectorize", "POST /v2/embed", "POST /v1/embed"),
    ("cohere", "spam or not spam", "POST /v1/classify"),
    ("cohere", "remove conector", "DELETE /v1/connectors/{id}"),
    ("cohere", "is my embed job done", "GET /v1/embed-jobs/{id}"),
    ("cohere", "alle modelle", "GET /v1/models"),
    ("cohere", "upload csv file", "POST /v1/datasets"),
    ("cohere", "talk to the bot", "POST /v2/chat", "POST /v1/chat"),
    ("deepgram-sdk", "get out of a project", "DELETE /v1/projects/{project_id}/leave"),
    ("deepgram-sdk", "how much money left", "GET /v1/projects/{project_id}/balances"),
    ("deepgram-sdk", "revoke api kye", "DELETE /v1/projects/{project_id}/keys/{key_id}"),
    ("deepgram-sdk", "mood of a text", "POST /v1/read"),
    ("deepgram-sdk", "mp3 to text", "POST /v1/listen"),
    ("deepgram-sdk", "say it out loud", "POST /v1/speak", "POST /v2/speak"),
    ("deepgram-sdk", "short lived login for browser", "POST /v1/auth/grant"),
    (
        "deepgram-sdk",
        "change what member may do",
        "PUT /v1/projects/{project_id}/members/{member_id}/scopes",
    ),
    ("deepgram-sdk", "rename project", "PATCH /v1/projects/{project_id}"),
    ("deepgram-sdk", "take back invitation", "DELETE /v1/projects/{project_id}/invites/{email}"),
    ("deepgram-sdk", "which llms for agent", "GET /v1/agent/settings/think/models"),
    (
        "deepgram-sdk",
        "self-hosted cred",
        "GET /v1/projects/{project_id}/self-hosted/distribution/credentials",
    ),
    ("deepgram-sdk", "log of past calls", "GET /v1/projects/{project_id}/requests"),
    ("deepgram-sdk", "new agent varable", "POST /v1/projects/{project_id}/agent-variables"),
    ("deepgram-sdk", "costs per month", "GET /v1/projects/{project_id}/billing/breakdown"),
    ("squareup", "give money back", "POST /v2/refunds"),
    (
        "squareup",
        "how many in stock",
        "GET /v2/inventory/{catalog_object_id}",
        "POST /v2/inventory/counts/batch-retrieve",
    ),
    ("squareup", "free appointment slots", "POST /v2/bookings/availability/search"),
    ("squareup", "cancelar subscripcion", "POST /v2/subscriptions/{subscription_id}/cancel"),
    ("squareup", "chargebacks", "GET /v2/disputes"),
    ("squareup", "clock in employee", "POST /v2/labor/timecards", "POST /v2/labor/shifts"),
    ("squareup", "gift card balence", "GET /v2/gift-cards/{id}", "POST /v2/gift-cards/from-gan"),
    (
        "squareup",
        "give points to customer",
        "POST /v2/loyalty/accounts/{account_id}/accumulate",
        "POST /v2/loyalty/accounts/{account_id}/adjust",
    ),
    ("squareup", "capture pay", "POST /v2/payments/{payment_id}/complete"),
    ("squareup", "checkout url to share", "POST /v2/online-checkout/payment-links"),
    ("squareup", "webhook test ev", "POST /v2/webhooks/subscriptions/{subscription_id}/test"),
    ("squareup", "money sent to my bank", "GET /v2/payouts"),
    ("squareup", "find customer by phone", "POST /v2/customers/search"),
    ("squareup", "shops", "GET /v2/locations"),
    ("squareup", "new supplier", "POST /v2/vendors/create"),
)
